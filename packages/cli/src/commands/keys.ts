import { command } from '../command.js';
import { exitCodes } from '../exit-codes.js';

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
    // Not retried: a key whose reply was lost would be created twice.
    const made = await gateway.request<{ readonly key: string; readonly id: string }>({
      method: 'POST',
      path: '/v1/keys/new',
      body,
      signal,
      retrySec: 0,
    });
    output.result(made, made.key);
    output.note('This key is shown once. Store it now.');
    return exitCodes.success;
  },
});
