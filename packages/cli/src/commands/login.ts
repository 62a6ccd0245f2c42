import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Gateway, GatewayError } from '@gateway/client';
import { command } from '../command.js';
import type { Context } from '../context.js';
import { exitCodes, UsageError } from '../exit-codes.js';
import { writeProfile } from '../profile.js';

export const login = command({
  name: 'login',
  summary:
    'Ask for a key, check it, and store it with the address in a profile. A key can also come from standard input.',
  options: { channel: { type: 'string', value: 'ID', help: 'The channel of questions that name none.' } },
  async run({ flags, context }) {
    const { settings, output, retrySec, signal } = context;
    const { url, file } = settings;
    const apiKey = await readKey(`Key for ${url} (empty if it needs none): `, context);
    const isKnown = await check(new Gateway({ url, apiKey, retrySec }), signal);
    if (!isKnown) throw new UsageError(`${url} does not accept this key. Nothing was stored.`);
    await writeProfile(file, {
      url,
      ...(apiKey !== undefined && { api_key: apiKey }),
      ...(flags.channel !== undefined && { channel: flags.channel }),
    });
    output.result({ url, file }, `Stored in ${file}.`);
    return exitCodes.success;
  },
});

/** Whether the gateway accepts the key. A key without the right to list channels is still a key. */
async function check(gateway: Gateway, signal: AbortSignal): Promise<boolean> {
  try {
    await gateway.request({ method: 'GET', path: '/v1/channels?limit=1', signal });
    return true;
  } catch (error) {
    if (error instanceof GatewayError && error.status === 401) return false;
    if (error instanceof GatewayError && error.code === 'forbidden') return true;
    throw error;
  }
}

async function readKey(question: string, { signal }: Context): Promise<string | undefined> {
  const typed = process.stdin.isTTY ? await readHidden(question, signal) : await text(process.stdin);
  return typed.trim() || undefined;
}

/** Reads a line from the terminal without showing it. */
async function readHidden(question: string, signal: AbortSignal): Promise<string> {
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: hidden, terminal: true });
  process.stderr.write(question);
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.question('', { signal }).then(resolve, reject);
      lines.on('close', () => reject(new UsageError('No key was given.')));
      // The terminal does not send the signal while lines are read.
      lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
    });
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
