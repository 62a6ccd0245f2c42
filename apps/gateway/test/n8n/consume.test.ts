import { describe, expect, it } from 'vitest';
import { startAsking } from '../api/asking.js';
import { startN8n } from './host.js';

const action = { actionName: 'deploy', args: '{"service":"api"}' };
const decide = { operation: 'decide', channelId: 'approvals', decisions: ['approve', 'reject'], ...action };

async function startDecided(button: string) {
  const asking = await startAsking();
  const n8n = await startN8n({ baseUrl: asking.gateway.url });
  const execution = await n8n.run(decide);
  await asking.telegram.press({ chat: asking.ada, button });
  const output = await n8n.outputOf(execution);
  const consume = { operation: 'consume', promptId: output['prompt_id'], actionDigest: output['action_digest'] };
  return { ...asking, n8n, output, consume };
}

describe('the operation Consume Approval of the n8n node', () => {
  it('uses an approval once by the digest of Decide, also when n8n tries the step again', async () => {
    const { n8n, consume, output, get } = await startDecided('Approve');
    expect(output).toMatchObject({ action_digest: expect.stringMatching(/^sha256:/) });
    const execution = await n8n.run(consume);
    expect(execution.output).toEqual([
      {
        json: {
          prompt_id: '#1',
          action_digest: output['action_digest'],
          args: { service: 'api' },
          consumed_at: expect.any(String),
        },
        pairedItem: { item: 0 },
      },
    ]);
    expect(await get(1)).toMatchObject({ consumed_at: execution.output[0]?.json['consumed_at'] });
    await expect(n8n.run(consume, { execution })).rejects.toMatchObject({
      httpCode: '409',
      description: 'Error code of the gateway: already_consumed',
    });
  });

  it('uses an approval by the action, and refuses another action without using it up', async () => {
    const { n8n, consume } = await startDecided('Approve');
    const byAction = { ...consume, actionDigest: '', ...action };
    await expect(n8n.run({ ...byAction, args: '{"service":"web"}' })).rejects.toMatchObject({
      description: 'Error code of the gateway: action_changed',
    });
    expect((await n8n.run(byAction)).output).toMatchObject([{ json: { args: { service: 'api' } } }]);
  });

  it('fails after a rejection, also without a digest', async () => {
    const { n8n, consume, output } = await startDecided('Reject');
    expect(output).toMatchObject({ action_digest: null });
    await expect(n8n.run(consume)).rejects.toThrow('Give the action digest, or the action.');
    await expect(n8n.run({ ...consume, actionDigest: '', ...action })).rejects.toMatchObject({
      description: 'Error code of the gateway: prompt_not_approved',
    });
  });
});
