import { rejection } from '@gateway/platform-kit/testing';
import { manualClock } from '@gateway/simulators/gchat';
import { describe, expect, it } from 'vitest';
import { tokenAddress } from '../src/tokens.js';
import { start } from './harness.js';

const tokens = ({ sim }: Awaited<ReturnType<typeof start>>) => sim.calls({ method: 'token' }).length;

describe('Google Chat access token', () => {
  it('is fetched once for many calls, also concurrent ones', async () => {
    const harness = await start();
    const { connection, sim } = harness;
    const target = sim.addSpace('Operations').name;
    await Promise.all(['a', 'b', 'c'].map((text) => connection.sendMessage({ target, text })));
    await connection.sendMessage({ target, text: 'd' });
    expect(tokens(harness)).toBe(1);
  });

  it('is fetched again before it expires and when it was revoked', async () => {
    const clock = manualClock();
    const harness = await start({ clock, now: clock.now });
    const { connection, sim } = harness;
    const target = sim.addSpace('Operations').name;
    await connection.sendMessage({ target, text: 'a' });
    sim.expireTokens();
    await connection.sendMessage({ target, text: 'b' });
    expect(tokens(harness)).toBe(2);
    clock.advance(3_570_000);
    await connection.sendMessage({ target, text: 'c' });
    expect(tokens(harness)).toBe(3);
    expect(sim.calls({ method: 'spaces.messages.create' }).map(({ status }) => status)).toEqual([200, 401, 200, 200]);
  });

  it('is fetched by register, which reports a bad key', async () => {
    const { connection, sim } = await start();
    await connection.register?.();
    sim.revokeKey();
    const { connection: other } = await start({
      credentials: { service_account_json: await sim.unknownAccountJson() },
    });
    expect(await rejection(other.register?.() ?? Promise.resolve())).toMatchObject({
      code: 'auth',
      message: expect.stringContaining('Invalid JWT Signature'),
      hint: expect.stringContaining('new JSON key'),
    });
  });

  it('cannot be fetched with an invalid key', async () => {
    const json = JSON.stringify({
      client_email: 'a@b.example',
      private_key: '-----BEGIN PRIVATE KEY-----\nnonsense\n-----END PRIVATE KEY-----\n',
    });
    const { connection } = await start({ credentials: { service_account_json: json } });
    const error = await rejection(connection.register?.() ?? Promise.resolve());
    expect(error).toMatchObject({
      code: 'auth',
      message: 'The private key in the service account JSON cannot be used.',
    });
    expect(JSON.stringify(error) + String(error)).not.toContain('nonsense');
  });

  it('is requested with the audience of the key file, then with that of the configured address', async () => {
    const { sim } = await start();
    const file = {
      ...(JSON.parse(sim.serviceAccountJson) as object),
      token_uri: 'https://oauth2.googleapis.com/token',
    };
    const harness = await start({ credentials: { service_account_json: JSON.stringify(file) } });
    await harness.connection.register?.();
    expect(tokens(harness)).toBe(2);
  });

  it('is still fetched for other callers when one aborts', async () => {
    const { connection, sim } = await start();
    const target = sim.addSpace('Operations').name;
    sim.failNext('token', { delayMs: 100 });
    const gaveUp = connection.sendMessage({ target, text: 'a' }, AbortSignal.timeout(10));
    const waited = connection.sendMessage({ target, text: 'b' });
    expect(await rejection(gaveUp)).toMatchObject({
      code: 'unavailable',
      message: 'The request to Google was cancelled.',
    });
    expect((await waited).messageId).toContain(target);
  });

  it.each([
    [
      'https://oauth2.googleapis.com/token',
      'https://accounts.google.com/o/oauth2/token',
      'https://accounts.google.com/o/oauth2/token',
    ],
    [
      'https://oauth2.googleapis.com/token',
      'https://oauth2.mtls.googleapis.com/token',
      'https://oauth2.mtls.googleapis.com/token',
    ],
    ['https://oauth2.googleapis.com/token', 'http://169.254.169.254/token', 'https://oauth2.googleapis.com/token'],
    [
      'https://oauth2.googleapis.com/token',
      'https://evil.example/googleapis.com',
      'https://oauth2.googleapis.com/token',
    ],
    ['https://oauth2.googleapis.com/token', 'https://evilgoogleapis.com/token', 'https://oauth2.googleapis.com/token'],
    ['https://oauth2.googleapis.com/token', 'nonsense', 'https://oauth2.googleapis.com/token'],
    ['https://own.example/token', 'https://oauth2.googleapis.com/token', 'https://own.example/token'],
  ])('is fetched, with %s set and %s in the key file, from %s', (configured, tokenUri, expected) => {
    expect(tokenAddress(configured, { tokenUri })).toBe(expected);
  });
});
