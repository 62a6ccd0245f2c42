import { describe, expect, expectTypeOf, it } from 'vitest';
import { GatewayError, type ConsumedApproval } from '@gateway/client';
import { losingReplies, startClient } from './asking.js';

const action = { name: 'deploy', args: { service: 'api', version: '1' } };

async function startApproved() {
  const asking = await startClient();
  const asked = asking.client.decide({ action });
  await asking.press('Approve');
  const outcome = await asked;
  if (outcome.status !== 'answered') throw new Error('The question was not answered.');
  return { ...asking, promptId: outcome.promptId, answer: outcome.answer };
}

describe('consume', () => {
  it('uses an approval once by the digest of the decision, and returns the arguments to use', async () => {
    const { client, promptId, answer, get } = await startApproved();
    const used = await client.consume(promptId, { action_digest: answer.action_digest ?? '' });
    expectTypeOf(used).toEqualTypeOf<ConsumedApproval>();
    expect(used).toEqual({
      prompt_id: '#1',
      action_digest: answer.action_digest,
      args: action.args,
      consumed_at: expect.any(String),
      replayed: false,
    });
    expect(await get(1)).toMatchObject({ consumed_at: used.consumed_at });
    const again = client.consume(promptId, { action });
    await expect(again).rejects.toThrow(GatewayError);
    await expect(again).rejects.toMatchObject({ status: 409, code: 'already_consumed', retryable: false });
  });

  it('refuses an action that differs from the approved one, and uses nothing up by that', async () => {
    const { client, promptId } = await startApproved();
    const other = { ...action, args: { ...action.args, version: '2' } };
    await expect(client.consume(promptId, { action: other })).rejects.toMatchObject({ code: 'action_changed' });
    expect(await client.consume(promptId, { action })).toMatchObject({ replayed: false });
  });

  it('marks a reply as replayed when its own first reply was lost, or another call sent its key', async () => {
    const approved = await startApproved();
    const { client, lost } = losingReplies(approved, '/consume');
    const own = { idempotencyKey: 'run-7' };
    expect(await client.consume('#1', { action }, own)).toMatchObject({ replayed: true });
    expect(lost()).toBe(1);
    expect(await approved.client.consume('#1', { action }, own)).toMatchObject({ replayed: true });
    await expect(approved.client.consume('#1', { action })).rejects.toMatchObject({ code: 'already_consumed' });
  });

  it('is told on the event stream', async () => {
    const { client, promptId } = await startApproved();
    await client.consume(promptId, { action });
    const reading = client.events({ types: ['prompt.consumed'], lastEventId: '0' });
    for await (const { data } of reading) {
      expect(data).toMatchObject({ type: 'prompt.consumed', id: '#1', consumed_at: expect.any(String) });
      break;
    }
  });
});
