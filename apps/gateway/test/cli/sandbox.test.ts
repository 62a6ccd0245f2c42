import { describe, expect, it } from 'vitest';
import { startAsking } from '../api/asking.js';
import { startTestGateway } from '../harness/gateway.js';
import { adminKey, makeKey, startKeyedGateway } from '../harness/keys.js';
import { emptyFolder, run, start } from './command.js';

describe('gateway sandbox', () => {
  it('makes a channel once, and the first question is answered by commands alone', async () => {
    const gateway = await startTestGateway();
    const env = { GATEWAY_URL: gateway.url, XDG_CONFIG_HOME: emptyFolder() };
    const made = await run(['sandbox'], { env });
    expect(made).toMatchObject({ code: 0, stdout: 'sandbox\n' });
    expect(made.stderr).toContain(`${gateway.url}/console`);
    expect((await run(['sandbox', '--json'], { env })).json).toEqual({ channel: 'sandbox', created: false });
    const init = start(['init'], { env });
    await init.prints('Asked #1 on sandbox.');
    expect(await run(['sandbox', 'press', '1', 'Yes'], { env })).toMatchObject({
      code: 0,
      stdout: 'Pressed Yes of #1.\n',
    });
    expect(await init.finished).toMatchObject({ code: 0 });
  });

  it('presses the button of the named question only', async () => {
    const gateway = await startTestGateway();
    const env = { GATEWAY_URL: gateway.url, GATEWAY_CHANNEL: 'sandbox' };
    await run(['sandbox'], { env });
    for (const text of ['One?', 'Two?'])
      await run(['ask', text, '--option', 'Yes', '--option', 'No', '--no-wait'], { env });
    const wrong = await run(['sandbox', 'press', '1', 'Maybe'], { env });
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('Its buttons: Yes, No.') });
    await run(['sandbox', 'press', '#2', 'No'], { env });
    const states = (await run(['prompts', '--state', 'all', '--json'], { env })).json;
    expect(states.map((each: { id: string; answer: string | null }) => [each.id, each.answer])).toEqual([
      ['#2', 'No'],
      ['#1', null],
    ]);
    expect(await run(['sandbox', 'press', '2', 'No'], { env })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('It has no buttons.'),
    });
  });

  it('presses the button of a decision, which has a sign of the gateway', async () => {
    const gateway = await startTestGateway();
    const env = { GATEWAY_URL: gateway.url, GATEWAY_CHANNEL: 'sandbox' };
    await run(['sandbox'], { env });
    await run(['decide', 'deploy', '--arg', 'service=api', '--no-wait'], { env });
    expect(await run(['sandbox', 'press', '1', 'Approve'], { env })).toMatchObject({ code: 0 });
    expect((await run(['prompts', 'show', '1', '--json'], { env })).json.answer).toBe('approve');
  });

  it('does not touch the channel of a real chat', async () => {
    const { gateway, ask } = await startAsking();
    const env = { GATEWAY_URL: gateway.url };
    const refused = await run(['sandbox', '--channel', 'approvals'], { env });
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('is of a real chat') });
    await ask({ text: 'Ship it?', options: ['Yes'] });
    expect(await run(['sandbox', 'press', '1', 'Yes'], { env })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is in no simulated chat'),
    });
  });

  it('cannot be used by an agent with an asker key, which must not answer', async () => {
    const gateway = await startKeyedGateway({ env: { SANDBOX: 'true' } });
    const admin = { GATEWAY_URL: gateway.url, GATEWAY_API_KEY: adminKey };
    expect(await run(['sandbox'], { env: admin })).toMatchObject({ code: 0 });
    const { key } = await makeKey(gateway, { preset: 'asker', channels: ['sandbox'] });
    const env = { GATEWAY_URL: gateway.url, GATEWAY_API_KEY: key, GATEWAY_CHANNEL: 'sandbox' };
    await run(['ask', 'Deploy?', '--option', 'Yes', '--no-wait'], { env });
    expect(await run(['sandbox', 'press', '1', 'Yes'], { env })).toMatchObject({ code: 4, stdout: '' });
    expect(await run(['sandbox', '--channel', 'own'], { env })).toMatchObject({ code: 4, stdout: '' });
    expect((await run(['prompts', 'show', '1', '--json'], { env })).json.state).toBe('pending');
    expect(await run(['sandbox', 'press', '1', 'Yes'], { env: admin })).toMatchObject({ code: 0 });
  });

  it('says why when the sandbox is off', async () => {
    const gateway = await startTestGateway({ env: { SANDBOX: 'false' } });
    const refused = await run(['sandbox'], { env: { GATEWAY_URL: gateway.url } });
    expect(refused).toMatchObject({ code: 4, stderr: expect.stringContaining('set SANDBOX=true') });
  });
});
