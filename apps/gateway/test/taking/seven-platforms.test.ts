import { expect, it } from 'vitest';
import { startSevenChats } from '../approvals/seven-chats.js';
import { startOnce } from '../harness/shared.js';
import { until } from '../harness/until.js';

const seven = startOnce(async () => {
  const started = await startSevenChats();
  const policy = { policy_id: 'p', name: 'Policy', pause_steps_while_taken_sec: 600 };
  const added = await started.gateway.request('POST', '/v1/policies/new', { body: policy });
  if (added.status !== 201) throw new Error(added.text);
  return started;
});

it('the button I have it takes a prompt and the chat says who has it, on each of the seven platforms', async () => {
  const { gateway, chats } = seven();
  for (const chat of chats) {
    const { platform } = chat;
    const action = { name: 'deploy', args: { service: 'api' } };
    const body = { channel_id: platform, text: 'Ship it?', action, decisions: ['approve', 'reject'], policy: 'p' };
    const asked = await gateway.request('POST', '/v1/prompts/new', { body });
    expect(asked.status, `${platform}: ${asked.text}`).toBe(200);
    expect((await chat.messages()).at(-1)?.buttons, platform).toEqual(['✅ Approve', '⛔ Reject', 'I have it']);
    await chat.press('I have it');
    const record = async () => (await gateway.request('GET', `/v1/prompts/${asked.json.prompt_num}`)).json;
    await until(async () => (await record()).taken_by !== null);
    const { name } = (await record()).taken_by;
    await until(async () =>
      (await chat.messages()).some(({ text }) => text.includes(`✋ ${name} has question #${asked.json.prompt_num}.`)),
    );
    await chat.press('Approve');
    await until(async () => (await record()).state === 'answered');
    expect(await record(), platform).toMatchObject({ answer: 'approve', taken_by: null });
  }
});
