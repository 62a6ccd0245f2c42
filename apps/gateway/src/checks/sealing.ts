import { DEFAULT_ORGANIZATION } from '@gateway/core';
import { failed, ok, skipped, warning, type Check } from './check.js';

const name = 'encryption key';
const PAGE = 200;

/** Whether credentials are sealed with an older key, or with one that is missing. */
export const sealing: Check = {
  name,
  timeoutMs: 20_000,
  async run({ store, sealer }) {
    if (store === null || sealer === null) return [skipped(name, 'The database or the key cannot be read.')];
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
      return [
        failed(
          name,
          `The second factors of the operators ${unreadableFactors.slice(0, 10).join(', ')} were encrypted with a key that is missing.`,
          'Name that key in ENCRYPTION_KEY_PREVIOUS, or run gateway operator reset-second-factor.',
        ),
      ];
    if (unreadable.length > 0)
      return [
        failed(
          name,
          `The credentials of ${unreadable.slice(0, 10).join(', ')} were encrypted with a key that is missing.`,
          'Name that key in ENCRYPTION_KEY_PREVIOUS, or enter the credentials again.',
        ),
      ];
    return older > 0
      ? [
          warning(
            name,
            `The credentials of ${older} channels or operators are encrypted with a key of ENCRYPTION_KEY_PREVIOUS.`,
            'Run gateway reseal, then remove the old key.',
          ),
        ]
      : [ok(name, 'All credentials are encrypted with the current key.')];
  },
};
