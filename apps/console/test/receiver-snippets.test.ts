import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// The gateway's own signer, which the console must agree with.
import { signatureHeaders } from '@gateway/core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { receiverSnippets } from '../src/features/api/receiver-snippets.js';

interface Receiver {
  isGenuine(body: Buffer, headers: Record<string, string | undefined>): boolean;
  isGenuineAnswer(body: Buffer, xSignature?: string): boolean;
}

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

async function receiver(secret: string): Promise<Receiver> {
  vi.stubEnv('CALLBACK_SIGNING_SECRET', secret);
  const folder = await mkdtemp(join(tmpdir(), 'receiver-'));
  folders.push(folder);
  const file = join(folder, 'receiver.ts');
  await writeFile(file, receiverSnippets.typescript);
  return (await import(/* @vite-ignore */ file)) as Receiver;
}

const event = { id: 'event-1', body: '{"text":"Grüße"}', signed: true };
const body = Buffer.from(event.body);
const headersOf = (secrets: readonly [string, ...string[]], at = Date.now()) => signatureHeaders(event, secrets, at);

describe('receiver code sample', () => {
  it('accepts callbacks of the gateway, also during a secret rotation', async () => {
    const { isGenuine, isGenuineAnswer } = await receiver('the secret');
    expect(isGenuine(body, headersOf(['the secret']))).toBe(true);
    expect(isGenuine(body, headersOf(['the new secret', 'the secret']))).toBe(true);
    expect(isGenuineAnswer(body, headersOf(['the secret'])['x-signature'])).toBe(true);
  });

  it('rejects forged, changed, old and unsigned callbacks', async () => {
    const { isGenuine, isGenuineAnswer } = await receiver('the secret');
    expect(isGenuine(body, headersOf(['another']))).toBe(false);
    expect(isGenuine(Buffer.from('{}'), headersOf(['the secret']))).toBe(false);
    expect(isGenuine(body, headersOf(['the secret'], Date.now() - 600_000))).toBe(false);
    expect(isGenuine(body, {})).toBe(false);
    expect(isGenuineAnswer(body, headersOf(['another'])['x-signature'])).toBe(false);
    expect(isGenuineAnswer(body)).toBe(false);
  });

  it('throws without a secret', async () => {
    await expect(receiver('')).rejects.toThrow('CALLBACK_SIGNING_SECRET is not set');
  });
});
