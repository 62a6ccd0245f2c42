import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectNoSecret, rejection } from '@gateway/platform-kit/testing';
import { manualClock } from '@gateway/simulators/gchat';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import gchat from '../src/index.js';
import { start, type Setup } from './harness.js';

afterEach(() => vi.unstubAllEnvs());

/** A connection whose identity token is in a file that the administrator named, unless `allowed` is false. */
async function startWithFile(
  claims: object = {},
  { allowed = true, tokenFormat = {}, ...setup }: Setup & { allowed?: boolean; tokenFormat?: object } = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'identity-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'token');
  if (allowed) vi.stubEnv('PLATFORM_GCHAT_SUBJECT_FILE', file);
  const { sim: shape } = await start(setup);
  const service_account_json = shape.externalAccountJson({ file, format: tokenFormat });
  const harness = await start({ ...setup, credentials: { service_account_json, ...setup.credentials } });
  const token = harness.sim.identityToken(claims);
  await writeFile(file, 'type' in tokenFormat ? JSON.stringify({ id: token }) : `${token}\n`);
  return { ...harness, token, file };
}

describe('Google Chat with workload identity federation', () => {
  it('posts as the service account, without a key, and exchanges the identity token again before the tokens expire', async () => {
    const clock = manualClock();
    const { connection, sim } = await startWithFile({ exp: clock.now() / 1000 + 9000 }, { clock, now: clock.now });
    const target = sim.addSpace('Operations').name;
    await connection.sendMessage({ target, text: 'a' });
    await connection.sendMessage({ target, text: 'b' });
    const issued = () => sim.calls({ method: 'generateAccessToken' }).length;
    expect([issued(), sim.calls({ method: 'token' }).length]).toEqual([1, 0]);
    clock.advance(3_570_000);
    await connection.sendMessage({ target, text: 'c' });
    expect(issued()).toBe(2);
  });

  it('reads the token from a field of a JSON file', async () => {
    const { connection } = await startWithFile({}, { tokenFormat: { type: 'json', subject_token_field_name: 'id' } });
    await connection.register!();
    const { connection: other } = await startWithFile(
      {},
      { tokenFormat: { type: 'json', subject_token_field_name: 'no' } },
    );
    expect(await rejection(other.register!())).toMatchObject({ message: expect.stringContaining('another format') });
  });

  it('fetches the token from an address with the headers of the configuration', async () => {
    const { sim, connection, serve } = await startWithAddress();
    serve(sim.identityToken());
    await connection.register!();
    expect(await rejection((await startWithAddress()).connection.register!())).toMatchObject({
      code: 'unavailable',
      hint: expect.stringContaining('PLATFORM_GCHAT_SUBJECT_URL'),
    });
  });

  it('explains a token that Google refuses, without quoting it', async () => {
    const { connection, token, log } = await startWithFile({ aud: 'another' });
    const error = await rejection(connection.register!());
    expect(error).toMatchObject({
      code: 'auth',
      message: 'Google does not accept the identity of this gateway (status 400).',
      hint: expect.stringContaining('workload identity pool'),
    });
    expectNoSecret([error, log], token);
  });

  it('explains a missing role on the service account', async () => {
    const { connection, sim } = await startWithFile();
    sim.revokeKey();
    expect(await rejection(connection.register!())).toMatchObject({
      code: 'auth',
      hint: expect.stringContaining('Workload Identity User'),
    });
  });

  it('reads no file that the administrator has not named', async () => {
    const { connection, sim } = await startWithFile({}, { allowed: false });
    expect(await rejection(connection.register!())).toMatchObject({
      code: 'auth',
      hint: expect.stringContaining('PLATFORM_GCHAT_SUBJECT_FILE'),
    });
    expect(sim.calls()).toHaveLength(0);
  });

  it('cannot act for a user', async () => {
    await expect(startWithFile({}, { credentials: { impersonate_user: 'ada@example.com' } })).rejects.toThrow(
      'needs the key file',
    );
  });

  it.each([
    [{ audience: 'https://evil.example' }, 'audience'],
    [{ service_account_impersonation_url: undefined }, 'service_account_impersonation_url'],
    [{ credential_source: { executable: { command: 'x' } } }, 'credential_source'],
    [{ credential_source: { file: 'x', format: { type: 'json' } } }, 'subject_token_field_name'],
  ])('refuses the configuration with %j', async (changes, named) => {
    const { sim } = await start();
    const file = JSON.parse(sim.externalAccountJson({ file: 'x' })) as object;
    const { error } = gchat.credentials.safeParse({ service_account_json: JSON.stringify({ ...file, ...changes }) });
    expect(error?.issues[0]?.message).toContain(named);
  });
});

/** A connection whose identity token comes from an address that requires a header. */
async function startWithAddress() {
  let token = '';
  const server = createServer((request, response) => {
    const isRight = request.headers['metadata'] === 'true';
    response.writeHead(isRight ? 200 : 400).end(isRight ? token : 'no');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/identity`;
  const { sim: shape } = await start();
  const harness = await start({
    credentials: { service_account_json: shape.externalAccountJson({ url, headers: { Metadata: 'true' } }) },
  });
  return { ...harness, serve: (next: string) => void (token = next) };
}
