import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { ask } from './durability/prompts.js';
import { onEveryEngine } from './harness/engines.js';
import { registerChannel, startTelegram, startTestGateway } from './harness/gateway.js';
import { installationCommand } from './harness/installation-command.js';
import { startReceiver } from './harness/receiver.js';
import { placesOf } from './harness/stored.js';

const keyOf = (byte: number) => Buffer.alloc(32, byte);
const [older, newer] = [keyOf(1), keyOf(2)];
/** What begins each text that a key sealed. */
const prefixOf = (key: Buffer) => `v1.${createHash('sha256').update(key).digest('hex').slice(0, 8)}.`;
const basic = `Basic ${Buffer.from('agent:correct-horse').toString('base64')}`;

onEveryEngine((engine) => {
  it('reseal replaces ENCRYPTION_KEY while the gateway runs: the older key is needed for nothing then', async () => {
    const constant = { CALLBACK_SIGNING_SECRET: 'a signing secret for tests', CALLBACK_RETRY_SCHEDULE: '3600' };
    const { telegram, env: platform } = await startTelegram();
    const database = { ...platform, ...(await engine.empty()), ...constant };
    const env = { ...database, ENCRYPTION_KEY: older.toString('base64') };
    const withoutOld = { ...database, ENCRYPTION_KEY: newer.toString('base64') };
    const rotated = { ...withoutOld, ENCRYPTION_KEY_PREVIOUS: older.toString('base64') };
    const gateway = await startTestGateway({ env });
    let isRefusing = true;
    const receiver = await startReceiver((_, response) => void response.writeHead(isRefusing ? 500 : 204).end());
    const callbackUrl = receiver.url.replace('http://', 'http://agent:correct-horse@');
    const ada = telegram.addUser({ firstName: 'Ada' });
    for (const id of ['approvals', 'others']) await registerChannel(gateway, telegram, { id, chat: ada, callbackUrl });
    // The callback of the first prompt fails and is pending during the rotation. The second prompt is open.
    await ask(gateway, 'approvals', { callback_url: callbackUrl });
    await telegram.press({ chat: ada, button: 'Yes' });
    await receiver.waitFor(1);
    await ask(gateway, 'approvals', { callback_url: callbackUrl });

    const doctor = async (own: Readonly<Record<string, string>>, wanted = 'encryption key') => {
      const { checks } = JSON.parse((await installationCommand(['doctor', '--json'], own)).output);
      return checks.find(({ name }: { name: string }) => name === wanted);
    };
    const addresses = 'stored addresses';
    expect(await doctor(rotated)).toMatchObject({
      state: 'warning',
      advice: 'Run gateway-server reseal, then remove the old key.',
    });
    expect(await doctor(withoutOld)).toMatchObject({ state: 'failed' });
    expect(await doctor(rotated, addresses)).toMatchObject({
      state: 'warning',
      text: expect.stringMatching(/^[1-9]\d* addresses with a password are not encrypted with the current key\.$/),
    });
    expect(await doctor(withoutOld, addresses)).toMatchObject({
      state: 'failed',
      text: expect.stringContaining('encrypted with a key that is missing'),
    });
    expect(await placesOf(prefixOf(older), database)).not.toEqual([]);
    expect(await installationCommand(['reseal'], withoutOld)).toEqual({
      code: 1,
      output: expect.stringMatching(/The credentials of (?:others, approvals|approvals, others) were .* missing/),
    });

    const first = await installationCommand(['reseal'], rotated);
    expect(first).toMatchObject({ code: 0, output: expect.stringContaining('the credentials of 2 channels, ') });
    expect(first.output).not.toContain(' 0 stored addresses');
    const repeated = await installationCommand(['reseal'], rotated);
    expect(repeated.output).toContain('the credentials of 0 channels, 0 stored addresses');
    await gateway.stop();
    expect(await placesOf(prefixOf(older), database)).toEqual([]);

    expect(await doctor(withoutOld)).toMatchObject({ state: 'ok' });
    expect(await doctor(withoutOld, addresses)).toMatchObject({ state: 'ok' });
    const after = await startTestGateway({ env: withoutOld });
    expect((await after.request('GET', '/v1/prompts/2')).json.callback_url).toBe(callbackUrl);
    isRefusing = false;
    const [pending] = (await after.request('GET', '/v1/deliveries?state=pending')).json;
    await after.request('POST', `/v1/deliveries/${pending.id}/retry`);
    await telegram.press({ chat: ada, button: 'Yes' });
    await receiver.waitFor(3);
    expect(receiver.received.map(({ headers }) => headers.authorization)).toEqual([basic, basic, basic]);
    await ask(after, 'others');
  });
});
