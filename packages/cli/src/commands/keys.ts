import { createApiKey, revokeApiKey, type ApiKey } from '../api-keys.js';
import { command } from '../command.js';
import { exitCodes } from '../exit-codes.js';
import { table } from '../output.js';

export const keys = command({
  name: 'keys',
  summary: 'List the API keys, newest first.',
  async run({ context: { gateway, output, signal } }) {
    const found = await gateway.request<ApiKey[]>({ method: 'GET', path: '/v1/keys?limit=200', signal });
    const rows = found.map((key) => [
      key.id,
      key.name,
      key.key_prefix,
      key.scopes.join(','),
      key.channels?.join(',') ?? 'all',
      key.revoked_at === null ? (key.expires_at ?? 'never') : 'revoked',
    ]);
    output.result(found, table([['ID', 'NAME', 'KEY', 'SCOPES', 'CHANNELS', 'ENDS'], ...rows]));
    return exitCodes.success;
  },
});

export const keysRevoke = command({
  name: 'keys revoke',
  summary: 'Revoke a key. It stops working at once.',
  words: [{ name: 'ID' }],
  async run({ words: [id = ''], context: { gateway, output, signal } }) {
    const key = await revokeApiKey(gateway, id, signal);
    output.result(key, `The key ${key.name} is revoked.`);
    return exitCodes.success;
  },
});

export const keysCreate = command({
  name: 'keys create',
  summary: 'Create a key, and print it. It is not shown again.',
  words: [{ name: 'NAME' }],
  options: {
    preset: { type: 'string', value: 'PRESET', help: 'A set of rights, such as asker (the default) or agent.' },
    scope: { type: 'string', multiple: true, value: 'SCOPE', help: 'A right, in place of a preset.' },
    channel: { type: 'string', multiple: true, value: 'ID', help: 'A channel that the key may use. Default: all.' },
    'expires-at': { type: 'string', value: 'TIME', help: 'When the key stops working, as in 2027-01-01T00:00:00Z.' },
    'acts-for': { type: 'string', value: 'PERSON', help: 'The person for whom the key acts.' },
  },
  async run({ flags, words: [name], context: { gateway, output, signal } }) {
    const body = {
      name,
      preset: flags.preset ?? (flags.scope ? null : 'asker'),
      scopes: flags.scope ?? null,
      channels: flags.channel ?? null,
      expires_at: flags['expires-at'] ?? null,
      acts_for: flags['acts-for'] ?? null,
    };
    const made = await createApiKey(gateway, body, signal);
    output.result(made, made.key);
    output.note('This key is shown once. Store it now.');
    return exitCodes.success;
  },
});
