import { describe, expect, it } from 'vitest';
import { run, start } from '../cli/command.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';
import { hasPython, runClient } from '../python-client/python.js';
import { startClient } from './asking.js';

const deploy = (version: string) => ({ name: 'deploy', args: { service: 'api', version } });
const rule = { rule_id: 'deploys', actions: ['deploy'], then: { grants: { max_sec: 3600, same: ['service'] } } };

/** Ada has approved the deployments of a service for one hour. */
async function startCovered() {
  const asking = await startClient();
  const { client, press, gateway, get } = asking;
  expect((await gateway.request('POST', '/v1/rules/new', { body: rule })).status).toBe(201);
  const asked = client.decide({ action: deploy('1') });
  await press('Approve for 1 h');
  expect(await asked).toMatchObject({ status: 'answered', answeredBy: { username: 'ada' } });
  const [grant] = (await gateway.request('GET', '/v1/grants')).json;
  const told = { decided_by: 'grant', grant_id: grant.grant_id, rule: { rule_id: 'deploys' } };
  const env = { GATEWAY_URL: gateway.url, GATEWAY_CHANNEL: 'approvals' };
  /** Prompt number `num` was answered by the standing approval, and its approval used. */
  const isUsed = async (num: number) =>
    expect(await get(num)).toMatchObject({ ...told, consumed_at: expect.any(String) });
  return { ...asking, env, told, isUsed };
}

describe('an action that a standing approval covers', () => {
  it('is approved in the TypeScript client without a person, and the approval is used once', async () => {
    const { client, told, isUsed } = await startCovered();
    // A standing approval says no words: none are waited for.
    const outcome = await client.decide({ action: deploy('2'), ask_reason: 'always' });
    expect(outcome).toMatchObject({ status: 'answered', answeredBy: null, answer: { value: 'approve' }, prompt: told });
    await client.consume('#2', { action: deploy('2') });
    await expect(client.consume('#2', { action: deploy('2') })).rejects.toMatchObject({ code: 'already_consumed' });
    await isUsed(2);
  });

  it('is approved by gateway decide, which prints the standing approval and its rule', async () => {
    const { env, told, isUsed } = await startCovered();
    const args = ['decide', 'deploy', '--arg', 'service=api', '--arg', 'version=2', '--consume', '--json'];
    const { code, json } = await run(args, { env });
    expect({ code, json }).toMatchObject({ code: 0, json: { answered_by: null, ...told } });
    await isUsed(2);
  });

  it('is printed by gateway listen with the fields of its callback', async () => {
    const { client, env, told } = await startCovered();
    const receiver = await startReceiver();
    await client.decide({ action: deploy('2'), callback_url: receiver.url });
    const [callback] = await receiver.waitFor(1);
    const listening = start(['listen', '--json', '--last-event-id', '0'], { env });
    await until(() => listening.stdout().split('\n').length === 3);
    const event = JSON.parse(listening.stdout().split('\n')[1] ?? '').event;
    expect(event).toEqual({ ...callback?.json, event_id: expect.any(String) });
    expect(event).toMatchObject(told);
  });

  it.skipIf(!hasPython)(
    'is approved in the Python client without a person, and the approval is used once',
    async () => {
      const { gateway, told, isUsed } = await startCovered();
      const program = runClient(
        gateway.url,
        `
action = {"name": "deploy", "args": {"service": "api", "version": "2"}}
outcome = gateway.decide(action, ask_reason="always")
show([outcome.answered_by, outcome.answer.value, outcome.prompt["grant_id"]])
show(gateway.consume(outcome.prompt_id, action=action)["replayed"])`,
      );
      expect(await program.results()).toEqual([[null, 'approve', told.grant_id], false]);
      await isUsed(2);
    },
  );
});
