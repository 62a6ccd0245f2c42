import type { CheckResult } from '@gateway/contract';
import { DEFAULT_ORGANIZATION, inspectAddresses, type Sealer, type Store } from '@gateway/core';
import { failed, ok, skipped, warning, type Check } from './check.js';

const name = 'encryption key';
const addressesName = 'stored addresses';
const PAGE = 200;
/** Of the time limit, so that the check says what it found in a large database. */
const MAX_ADDRESSES_MS = 10_000;

/** Whether credentials, second factors and addresses are sealed with an older key, or with one that is missing. */
export const sealing: Check = {
  name,
  timeoutMs: 20_000,
  async run({ store, sealer, secretsProblem }) {
    if (store === null) return [skipped(name, 'The database cannot be read.')];
    if (sealer === null)
      return [
        failed(
          'secrets',
          secretsProblem ?? 'The secrets cannot be read.',
          'The gateway does not start with this database and other secrets.',
        ),
        skipped(name, 'The secrets cannot be read.'),
      ];
    return [await ofCredentials(store, sealer), await ofAddresses(store, sealer)];
  },
};

async function ofCredentials(store: Store, sealer: Sealer): Promise<CheckResult> {
  let older = 0;
  const unreadable: string[] = [];
  const unreadableFactors: string[] = [];
  for (let before: number | null = null; ;) {
    const page = await store.channels.list(DEFAULT_ORGANIZATION, {}, { limit: PAGE, before });
    for (const { channelId, credentials } of page) {
      const keyId = credentials.split('.')[1] ?? '';
      if (!sealer.keyIds.includes(keyId)) unreadable.push(channelId);
      else if (!sealer.isCurrent(credentials)) older += 1;
    }
    const last = page.length < PAGE ? undefined : page.at(-1);
    if (!last) break;
    before = last.seq;
  }
  for (const { operatorId, secret } of await store.secondFactors.authenticators(DEFAULT_ORGANIZATION)) {
    if (!sealer.keyIds.includes(secret.split('.')[1] ?? '')) unreadableFactors.push(operatorId);
    else if (!sealer.isCurrent(secret)) older += 1;
  }
  if (unreadableFactors.length > 0)
    return failed(
      name,
      `The second factors of the operators ${unreadableFactors.slice(0, 10).join(', ')} were encrypted with a key that is missing.`,
      'Name that key in ENCRYPTION_KEY_PREVIOUS, or run gateway-server operator reset-second-factor.',
    );
  if (unreadable.length > 0)
    return failed(
      name,
      `The credentials of ${unreadable.slice(0, 10).join(', ')} were encrypted with a key that is missing.`,
      'Name that key in ENCRYPTION_KEY_PREVIOUS, or enter the credentials again.',
    );
  return older > 0
    ? warning(
        name,
        `The credentials of ${older} channels or operators are encrypted with a key of ENCRYPTION_KEY_PREVIOUS.`,
        'Run gateway-server reseal, then remove the old key.',
      )
    : ok(name, 'All credentials are encrypted with the current key.');
}

/** Addresses of receivers and files with a password. A running gateway seals them again by itself after its start. */
async function ofAddresses(store: Store, sealer: Sealer): Promise<CheckResult> {
  const { older, unreadable, complete } = await inspectAddresses(
    store.storedTexts,
    sealer,
    AbortSignal.timeout(MAX_ADDRESSES_MS),
  );
  const extent = complete ? '' : ' Not all were read, because there are many.';
  if (unreadable > 0)
    return failed(
      addressesName,
      `${unreadable} addresses with a password were encrypted with a key that is missing, so their callbacks cannot be delivered.${extent}`,
      'Name that key in ENCRYPTION_KEY_PREVIOUS, or enter the addresses of the channels again.',
    );
  return older > 0
    ? warning(
        addressesName,
        `${older} addresses with a password are not encrypted with the current key.${extent}`,
        'Run gateway-server reseal, then remove the old key.',
      )
    : ok(addressesName, `All addresses with a password are encrypted with the current key.${extent}`);
}
