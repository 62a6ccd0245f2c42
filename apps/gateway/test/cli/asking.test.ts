import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { startAsking, type Asking } from '../api/asking.js';
import { manualClock } from '../harness/clock.js';
import { freePort } from '../harness/free-port.js';
import type { GatewayOptions } from '../harness/gateway.js';
import { until } from '../harness/until.js';
import { emptyFolder, run, start } from './command.js';

async function startWithCommand(options: GatewayOptions = {}) {
  const asking = await startAsking(options);
  const env = { GATEWAY_URL: asking.gateway.url, GATEWAY_CHANNEL: 'approvals' };
  return { ...asking, env, press: (button: string) => pressed(asking, button) };
}

async function pressed({ telegram, ada, get }: Asking, button: string): Promise<void> {
  await until(async () => (await get(1)).state === 'pending');
  await telegram.press({ chat: ada, button });
}

const question = ['ask', 'Deploy?', '--option', 'Yes', '--option', 'No'];

describe('gateway ask', () => {
  it.each([
    ['Yes', 0],
    ['No', 1],
  ])('prints the answer %s, and exits with %d when Yes is expected', async (button, code) => {
    const { env, press } = await startWithCommand();
    const asked = start([...question, '--expect', 'Yes'], { env });
    await press(button);
    expect(await asked.finished).toMatchObject({ code, stdout: `${button}\n` });
  });

  it('exits with 0 for every answer when none is expected, and prints the outcome as JSON', async () => {
    const { env, press, ada } = await startWithCommand();
    const asked = start([...question, '--json'], { env });
    await press('No');
    const { code, json } = await asked.finished;
    expect(code).toBe(0);
    expect(json).toEqual({
      status: 'answered',
      prompt_id: '#1',
      answer: { type: 'option', value: 'No' },
      answered_by: { id: String(ada.id), username: 'ada' },
    });
  });

  it('accepts a text when there are no buttons, and reads the question from standard input', async () => {
    const { env, telegram, ada, get, chat } = await startWithCommand();
    const asked = start(['ask', '-'], { env, input: 'Which name?\n' });
    await until(async () => (await get(1)).state === 'pending');
    expect(chat()[0]).toContain('Which name?');
    telegram.writeText({ chat: ada, text: 'ID:#1 Lovelace\u001b[2J' });
    const { stdout } = await asked.finished;
    expect(stdout).toContain('Lovelace');
    expect(stdout).not.toContain('\u001b');
  });

  it('exits with 3 when the question expires', async () => {
    const clock = manualClock();
    const { env, get } = await startWithCommand({ clock });
    const idle = clock.waiting;
    const asked = start([...question, '--ttl', '10', '--json'], { env });
    await until(async () => (await get(1)).state === 'pending' && clock.waiting > idle);
    clock.advance(11_000);
    expect(await asked.finished).toMatchObject({
      code: 3,
      json: { status: 'expired', prompt_id: '#1', reason: 'ttl' },
    });
  });

  it('exits with 3 while the question is open after --wait, and prompts wait continues', async () => {
    const { env, press } = await startWithCommand();
    const asked = await run([...question, '--wait', '0'], { env });
    expect(asked).toMatchObject({ code: 3, stdout: '' });
    expect(asked.stderr).toContain('To go on waiting: gateway prompts wait 1');
    const waited = start(['prompts', 'wait', '#1', '--expect', 'Yes'], { env });
    await press('Yes');
    expect(await waited.finished).toMatchObject({ code: 0, stdout: 'Yes\n' });
  });

  it('prints the id and exits with --no-wait, and asks once for each idempotency key', async () => {
    const { env, list } = await startWithCommand();
    for (let time = 0; time < 2; time += 1)
      expect(await run([...question, '--no-wait', '--idempotency-key', 'release'], { env })).toMatchObject({
        code: 0,
        stdout: '#1\n',
      });
    expect((await list('?state=all')).json).toHaveLength(1);
  });

  it('attaches a file', async () => {
    const { env, telegram, ada } = await startWithCommand();
    const file = path.join(emptyFolder(), 'plan.txt');
    writeFileSync(file, 'plan');
    expect(await run([...question, '--no-wait', '--file', file], { env })).toMatchObject({ code: 0 });
    expect(JSON.stringify(telegram.messages({ chat: ada })[0])).toContain('plan.txt');
  });

  it.each([
    [[], 130, 'pending', '#1 stays open. To go on waiting: gateway prompts wait 1'],
    [['--cancel-on-interrupt'], 130, 'expired', 'ended by SIGINT'],
  ])('ends by SIGINT with the options %j', async (options, code, state, note) => {
    const { env, get } = await startWithCommand();
    const asked = start([...question, ...options], { env });
    await asked.prints('Waiting for the answer');
    asked.child.kill('SIGINT');
    const finished = await asked.finished;
    expect(finished).toMatchObject({ code, stdout: '' });
    expect(finished.stderr).toContain(note);
    expect((await get(1)).state).toBe(state);
  });

  it('exits with 4 when the gateway cannot be reached, or refuses', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const unreachable = await run([...question, '--retry', '0', '--json'], { env: { GATEWAY_URL: url } });
    expect(unreachable.code).toBe(4);
    expect(JSON.parse(unreachable.stderr)).toEqual({
      error: { detail: `No complete response from the gateway at ${url}: the connection was refused.` },
    });
    const { env } = await startWithCommand();
    const refused = await run([...question, '--channel', 'nowhere', '--json'], { env });
    expect(refused.code).toBe(4);
    expect(JSON.parse(refused.stderr)).toMatchObject({ error: { status: 400, code: 'channel_not_found' } });
  });

  it.each([
    [['ask'], 'QUESTION is missing.'],
    [['ask', 'Deploy', 'now'], 'Unexpected argument: now.'],
    [['ask', 'Deploy?', '--option', 'Yes', '--expect', 'yes'], '--expect yes is not one of the options.'],
    [['ask', 'Deploy?', '--wait', 'long'], '--wait must be a whole number.'],
    [['ask', 'Deploy?', '--unknown'], "Unknown option '--unknown'"],
    [['decide', 'deploy', '--risk', 'huge'], '--risk must be one of: low, medium, high.'],
    [['decide', 'deploy', '--args', '[]'], '--args must be a JSON object.'],
    [['decide', 'deploy', '--consume', '--no-wait'], '--consume needs the answer'],
    [['decide', 'deploy', '--consume', '--expect', 'reject'], '--consume needs an approval: reject is none.'],
    [['prompts', 'show', 'seven'], 'A prompt id has the form 12 or #12.'],
    [['send', 'Hello'], 'Name the channel by --channel or GATEWAY_CHANNEL.'],
    [['ask', 'Deploy?', '--url', 'http://user:secret@gateway'], 'The address of the gateway must be'],
    [['nothing'], 'There is no command nothing.'],
  ])('exits with 2 for %j', async (args, message) => {
    const finished = await run(args);
    expect(finished).toMatchObject({ code: 2, stdout: '' });
    expect(finished.stderr).toContain(message);
  });
});

describe('gateway decide', () => {
  it('succeeds with approve only, and shows the action', async () => {
    const { env, press, chat } = await startWithCommand();
    const asked = start(['decide', 'deploy', '--arg', 'service=api', '--summary', 'Releases.', '--risk', 'high'], {
      env,
    });
    await press('Approve');
    expect(await asked.finished).toMatchObject({ code: 0, stdout: 'approve\n' });
    expect(chat()[0]).toContain('service: api');
  });

  it('exits with 1 for a rejection, and prints its reason', async () => {
    const { env, press, telegram, ada, get } = await startWithCommand();
    const asked = start(['decide', 'deploy', '--label', 'reject=Not now'], { env });
    await press('Not now');
    await until(async () => (await get(1)).state === 'answered');
    telegram.writeText({ chat: ada, text: 'ID:#1 Not on a Friday.' });
    expect(await asked.finished).toMatchObject({ code: 1, stdout: 'reject\nNot on a Friday.\n' });
  });

  it('exits with 1 where a rule denies, and prints its reason and which rule it was', async () => {
    const { env, gateway, chat } = await startWithCommand();
    const rule = { rule_id: 'rule', actions: ['deploy'], then: { verdict: 'deny', reason: 'Not on Saturdays.' } };
    await gateway.request('POST', '/v1/rules/new', { body: rule });
    const args = ['decide', 'deploy'];
    expect(await run(args, { env })).toMatchObject({ code: 1, stdout: 'reject\nNot on Saturdays.\n' });
    const { json } = await run([...args, '--json'], { env });
    expect(json).toMatchObject({ answered_by: null, decided_by: 'rule', rule: { rule_id: 'rule' } });
    expect(chat()).toEqual([]);
  });

  it('exits with 1 for edited arguments, and prints them', async () => {
    const { env, press, telegram, ada } = await startWithCommand();
    const decisions = ['--decision', 'approve', '--decision', 'edit'];
    const asked = start(['decide', 'deploy', '--args', '{"version":1}', ...decisions], { env });
    await press('Edit');
    telegram.writeText({ chat: ada, text: 'ID:#1 version: 2' });
    await until(() => JSON.stringify(telegram.messages({ chat: ada })).includes('Use these'));
    await telegram.press({ chat: ada, button: 'Use these' });
    expect(await asked.finished).toMatchObject({ code: 1, stdout: 'edit\n{"version":2}\n' });
  });
});
