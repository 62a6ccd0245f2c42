import { isDeepStrictEqual } from 'node:util';
import { createApiKey, revokeApiKey, type CreatedApiKey } from '../api-keys.js';
import type { Context } from '../context.js';
import { UsageError } from '../exit-codes.js';
import { readProfile, writeProfile, type Profile } from '../profile.js';
import { findChannel, gatewayOf, holds } from './access.js';

interface NewKey {
  readonly channel: string;
  readonly name: string;
  readonly expiresAt: string | undefined;
  /** Whether the key of a profile may be replaced. */
  readonly force: boolean;
}

/**
 * Stores a profile whose key can ask on the channel: that of the profile, the key of the settings if it is no administrative one, or a new
 * one. A new key that could not be stored is revoked. Returns the new key's record. Null: no key was made.
 */
export async function storeAskingKey(context: Context, wanted: NewKey): Promise<CreatedApiKey | null> {
  const { settings, output, gateway, signal } = context;
  const { channel, name } = wanted;
  for (const apiKey of new Set([settings.profile?.api_key, settings.apiKey])) {
    if (apiKey === undefined || !(await isAsker(context, apiKey, channel))) continue;
    output.note(`The key that you have may ask on ${channel}: no other is made.`);
    await store(context, { channel, api_key: apiKey }, wanted.force);
    return null;
  }
  if (settings.apiKey === undefined)
    throw new UsageError('An administrative key is needed to make a key: set GATEWAY_API_KEY.');
  // Before the key is made.
  await checkProfile(settings.file, settings.url, undefined, wanted.force);
  const body = { name, preset: 'asker', channels: [channel], expires_at: wanted.expiresAt ?? null };
  const made = await createApiKey(gateway, body, signal);
  output.note(`Made the key ${made.name} (${made.id}), which may ask on ${channel} only.`);
  try {
    if (!(await findChannel(gatewayOf(context, made.key), channel, signal)))
      throw new UsageError(`The new key may not use ${channel}.`);
    signal.throwIfAborted();
    const ends = made.expires_at === null ? {} : { key_expires_at: made.expires_at };
    await store(context, { channel, api_key: made.key, ...ends }, wanted.force);
  } catch (error) {
    await revoke(context, made);
    throw error;
  }
  return made;
}

/** Stores a profile for a gateway that needs no key. A key that the profile has stays. */
export async function storeWithoutKey(context: Context, channel: string, force: boolean): Promise<void> {
  const { profile } = context.settings;
  await store(context, { ...profile, channel }, force);
}

/** Whether the key can ask on the channel and cannot make keys. */
async function isAsker(context: Context, apiKey: string, channel: string): Promise<boolean> {
  const { signal } = context;
  const gateway = gatewayOf(context, apiKey);
  try {
    if (!(await holds(gateway, 'prompts:write', signal)) || !(await holds(gateway, 'prompts:read', signal)))
      return false;
    return (await findChannel(gateway, channel, signal)) !== null && !(await holds(gateway, 'keys:write', signal));
  } catch (error) {
    signal.throwIfAborted();
    const { status } = error as { readonly status?: number };
    if (status === 401 || status === 403) return false;
    throw error;
  }
}

async function store({ settings, output }: Context, fields: Omit<Profile, 'url'>, force: boolean): Promise<void> {
  const { file, url } = settings;
  const kept = settings.profile?.api_key === fields.api_key ? settings.profile : null;
  const profile = { ...kept, ...fields, url };
  if (isDeepStrictEqual(await checkProfile(file, url, fields.api_key, force), profile)) {
    output.note(`${file} has this already.`);
    return;
  }
  await writeProfile(file, profile);
  output.note(`Stored in ${file}.`);
}

/** Returns the profile that is there. Throws `UsageError` if it has another key, or belongs to another gateway. */
async function checkProfile(
  file: string,
  url: string,
  apiKey: string | undefined,
  force: boolean,
): Promise<Profile | null> {
  const before = await readProfile(file);
  const isOther = before && (before.url !== url || (before.api_key !== undefined && before.api_key !== apiKey));
  if (isOther && !force)
    throw new UsageError(
      `${file} has another key or address. Name another profile by --profile with --url, or replace this one by --force.`,
    );
  return before;
}

/** Also after a signal. */
async function revoke({ gateway, output }: Context, { id }: CreatedApiKey): Promise<void> {
  try {
    await revokeApiKey(gateway, id);
    output.note(`The key ${id} was revoked.`);
  } catch {
    output.note(`The key ${id} could not be revoked. Run: gateway keys revoke ${id}`);
  }
}
