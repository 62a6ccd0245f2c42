import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { IDataObject } from 'n8n-workflow';
import { startAsking } from '../api/asking.js';
import { root } from '../docs/blocks.js';
import { manualClock } from '../harness/clock.js';
import { until } from '../harness/until.js';
import { startN8n } from './host.js';

const secret = `whsec_${Buffer.from('a secret for tests').toString('base64')}`;
const env = { CALLBACK_SIGNING_SECRET: secret };
const approval = { operation: 'sendAndWait', channelId: 'approvals', message: 'Deploy version 2.4.0?' };

async function start({ signingSecret = secret, clock = manualClock() } = {}) {
  const asking = await startAsking({ env, clock });
  const n8n = await startN8n({ baseUrl: `${asking.gateway.url}/`, signingSecret });
  const press = async (button: string) => await asking.telegram.press({ chat: asking.ada, button });
  return { ...asking, n8n, clock, press };
}

/** A request as anyone could send it who knows the address. */
async function post(url: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body), headers });
  return response.status;
}

/** The headers of a callback of the gateway. */
function signed(body: object): Record<string, string> {
  const seconds = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key)
    .update(`id.${seconds}.${JSON.stringify(body)}`)
    .digest('base64');
  return { 'webhook-id': 'id', 'webhook-timestamp': seconds, 'webhook-signature': `v1,${signature}` };
}

const secrets = [
  ['with a signing secret', secret],
  ['without a signing secret', ''],
] as const;

describe.each(secrets)('the n8n node, %s,', (_title, signingSecret) => {
  const other = { tags: signingSecret === '' ? ['slow'] : [] };

  it('waits for an approval and continues with it', other, async () => {
    const { n8n, press } = await start({ signingSecret });
    const execution = await n8n.run({ ...approval, options: { correlationId: 'release' } });
    expect(execution.status).toBe('waiting');
    await press('Approve');
    expect(await n8n.outputOf(execution)).toEqual({
      status: 'answered',
      answer: 'approve',
      answer_type: 'decision',
      reason: null,
      args: null,
      text: null,
      answered_by: { id: expect.any(String), username: 'ada' },
      answered_at: expect.any(String),
      prompt_id: '#1',
      channel_id: 'approvals',
      correlation_id: 'release',
      data: { approved: true },
    });
  });

  it('continues with a rejection by a button with a label of its own', { tags: ['slow'] }, async () => {
    const { n8n, press } = await start({ signingSecret });
    const execution = await n8n.run({ ...approval, options: { rejectLabel: 'Not today' } });
    await press('Not today');
    expect(await n8n.outputOf(execution)).toMatchObject({ answer: 'reject', data: { approved: false } });
  });

  it('reports the end of the time limit as a status of its own, neither approved nor denied', other, async () => {
    const { n8n, clock, get } = await start({ signingSecret });
    const execution = await n8n.run({ ...approval, options: { ttlSec: 60 } });
    clock.advance(61_000);
    const output = await n8n.outputOf(execution);
    expect(output).toMatchObject({
      status: 'expired',
      answer: null,
      detail: expect.stringContaining('not a rejection'),
    });
    expect(output).not.toHaveProperty('data');
    expect((await get(1)).closed_reason).toBe('ttl');
  });

  it('reports a cancelled question', { tags: ['slow'] }, async () => {
    const { n8n, gateway } = await start({ signingSecret });
    const execution = await n8n.run(approval);
    await gateway.request('POST', '/v1/prompts/1/cancel');
    expect(await n8n.outputOf(execution)).toMatchObject({ status: 'cancelled', answer: null, prompt_id: '#1' });
  });

  it('refuses a forged answer, and keeps waiting for the real one', async () => {
    const { n8n, press } = await start({ signingSecret });
    const execution = await n8n.run(approval);
    const forged = { type: 'prompt.answered', prompt_id: '#1', answer: { type: 'decision', value: 'approve' } };
    expect(await post(n8n.resumeUrl(execution), forged)).toBe(401);
    expect(execution.status).toBe('waiting');
    await press('Reject');
    expect(await n8n.outputOf(execution)).toMatchObject({ answer: 'reject', data: { approved: false } });
  });

  it('accepts without effect that an approval was taken back', other, async () => {
    const { n8n, press } = await start({ signingSecret });
    const execution = await n8n.run(approval);
    const body = { type: 'prompt.withdrawn', prompt_id: '#1', state: 'answered', action_digest: null };
    expect(await post(n8n.resumeUrl(execution), body, signed(body))).toBe(200);
    expect(execution.status).toBe('waiting');
    await press('Approve');
    expect(await n8n.outputOf(execution)).toMatchObject({ data: { approved: true } });
    expect(await post(n8n.resumeUrl(execution), body, signed(body))).toBe(200);
  });

  it('does not continue a later round of a loop with the answer of an earlier one', other, async () => {
    const { n8n, press, get } = await start({ signingSecret });
    const execution = await n8n.run(approval);
    await press('Approve');
    await n8n.outputOf(execution);
    await n8n.run(approval, { execution, round: 1 });
    const body = { type: 'prompt.answered', prompt_id: '#1', answer: { type: 'decision', value: 'approve' } };
    expect(await post(n8n.resumeUrl(execution), body, signed(body))).toBe(200);
    expect(execution.status).toBe('waiting');
    expect((await get(2)).state).toBe('pending');
  });
});

describe('the n8n node', () => {
  it('offers buttons, and accepts a written answer if it is allowed', { tags: ['slow'] }, async () => {
    const { n8n, telegram, ada } = await start();
    const buttons = { values: [{ label: 'Now' }, { label: 'Tonight' }] };
    const execution = await n8n.run({ ...approval, responseType: 'options', buttons, allowText: true });
    telegram.writeText({ chat: ada, text: 'ID:#1 Tomorrow' });
    expect(await n8n.outputOf(execution)).toMatchObject({
      answer: 'Tomorrow',
      answer_type: 'text',
      data: { text: 'Tomorrow' },
    });
  });

  it('asks for free text', { tags: ['slow'] }, async () => {
    const { n8n, telegram, ada } = await start();
    const execution = await n8n.run({ ...approval, responseType: 'freeText' });
    telegram.writeText({ chat: ada, text: 'ID:#1 Blue' });
    expect(await n8n.outputOf(execution)).toMatchObject({ answer: 'Blue', answer_type: 'text' });
  });

  it('shows the action of a decision, and returns its arguments', async () => {
    const { n8n, press, chat } = await start();
    const action = { actionName: 'deploy', args: '{"service":"api"}', summary: 'Deploys to production.', risk: 'high' };
    const decide = { operation: 'decide', channelId: 'approvals', decisions: ['approve', 'reject'], ...action };
    const execution = await n8n.run(decide);
    expect(chat()[0]).toMatch(/deploy[^]*service: api/);
    await press('Approve');
    expect(await n8n.outputOf(execution)).toMatchObject({
      answer: 'approve',
      args: { service: 'api' },
      data: { approved: true },
    });
  });

  it('passes on the words of a rejection', { tags: ['slow'] }, async () => {
    const { n8n, press, telegram, ada, get } = await start();
    const execution = await n8n.run({ ...approval, options: { askReason: 'on_reject' } });
    await press('Reject');
    await until(async () => (await get(1)).state === 'answered');
    telegram.writeText({ chat: ada, text: 'ID:#1 Not on a Friday.' });
    expect(await n8n.outputOf(execution)).toMatchObject({ answer: 'reject', reason: 'Not on a Friday.' });
  });

  it('asks once when n8n tries the step again, and again in the next round of a loop', async () => {
    const { n8n, list } = await start();
    const execution = await n8n.run(approval);
    await n8n.run(approval, { execution });
    expect((await list()).json).toHaveLength(1);
    await n8n.run(approval, { execution, round: 1 });
    expect((await list()).json).toHaveLength(2);
  });

  it(
    'is a human review without operation and response type, as n8n calls it for AI agents',
    { tags: ['slow'] },
    async () => {
      const { n8n, press } = await start();
      const execution = await n8n.run({ message: 'May the agent call deploy?', channelId: 'approvals' });
      await press('Approve');
      expect(await n8n.outputOf(execution)).toMatchObject({ data: { approved: true } });
    },
  );

  it('refuses several items with the way to ask for each', async () => {
    const { n8n, list } = await start();
    const items = [{ json: {} }, { json: {} }];
    await expect(n8n.run(approval, { items })).rejects.toThrow(/got 2 items\. Put a Loop Over Items node/);
    expect((await list()).json).toEqual([]);
  });

  it.each<[string, IDataObject, RegExp]>([
    ['arguments that are a list', { operation: 'decide', actionName: 'deploy', args: '[1]' }, /must be a JSON object/],
    ['options without a button', { ...approval, responseType: 'options' }, /Add at least one button/],
    ['an unknown channel', { ...approval, channelId: 'nowhere' }, /nowhere/],
  ])('refuses %s', { tags: ['slow'] }, async (_title, parameters, message) => {
    const { n8n } = await start();
    await expect(n8n.run(parameters)).rejects.toThrow(message);
  });

  it(
    'runs the question of examples/n8n.json, whose branch is taken by an approval only',
    { tags: ['slow'] },
    async () => {
      const workflow = JSON.parse(readFileSync(path.join(root, 'examples/n8n.json'), 'utf8')) as {
        nodes: { type: string; parameters: IDataObject }[];
      };
      const ask = workflow.nodes.find(({ type }) => type === 'n8n-nodes-gateway.gateway');
      const { n8n, press } = await start();
      const execution = await n8n.run(ask?.parameters ?? {});
      await press('Approve');
      expect(await n8n.outputOf(execution)).toMatchObject({ data: { approved: true } });
      expect(JSON.stringify(workflow)).toContain('={{ $json.data?.approved === true }}');
    },
  );
});
