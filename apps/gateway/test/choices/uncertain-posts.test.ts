import { createPrompt, getChannel, getPrompt } from '@gateway/contract';
import { describe, expect, it } from 'vitest';
import { startChatWithoutButtons } from '../harness/chat-without-buttons.js';
import { onEveryEngine } from '../harness/engines.js';
import { until } from '../harness/until.js';

const ask = { channel_id: 'ops', text: 'Deploy 4.2?', options: ['Yes', 'No'] };
const one = { params: { id: '1' } };

onEveryEngine((engine) => {
  describe('a question that may be in the chat although its post failed', () => {
    it('takes no reply when its request has failed, and the person is told so', async () => {
      const { chat, gateway } = await startChatWithoutButtons({ choices: 'replies' }, engine);
      chat.losesNext = 'named';
      const asked = await gateway.request('POST', '/v1/prompts/new', { body: ask });
      expect([asked.status, asked.json.code]).toEqual([400, 'platform_unavailable']);
      expect((await gateway.request('GET', '/v1/prompts/1')).status).toBe(404);
      expect(await chat.write('Ada', 'Yes', chat.shown[0]?.id)).toMatchObject({ result: 'refused' });
      await chat.reads('Question #1 was never registered. Nothing was recorded.');
      expect((await gateway.request('GET', '/v1/prompts')).json).toEqual([]);
    });

    it('takes a reply while a repeated request can continue it, which then returns the answered prompt', async () => {
      const { chat, gateway } = await startChatWithoutButtons({ choices: 'replies' }, engine);
      chat.losesNext = 'named';
      const request = { body: ask, headers: { 'idempotency-key': 'deploy' } };
      expect((await gateway.request('POST', '/v1/prompts/new', request)).status).toBe(400);
      expect(await chat.write('Ada', 'Yes', chat.shown[0]?.id)).toMatchObject({ result: 'answered' });
      expect((await gateway.request('POST', '/v1/prompts/new', request)).json).toMatchObject({ prompt_id: '#1' });
      expect(await gateway.call(getPrompt, one)).toMatchObject({ state: 'answered', answer: 'Yes' });
      expect(chat.shown.filter(({ text }) => text.includes('1. Yes'))).toHaveLength(1);
    });
  });

  it('a question that the platform refused takes no reply to a message that may be there, as its stored refusal says', async () => {
    const { chat, gateway } = await startChatWithoutButtons({ choices: 'replies' }, engine);
    chat.losesNext = 'refused';
    const request = { body: ask, headers: { 'idempotency-key': 'deploy' } };
    const refused = await gateway.request('POST', '/v1/prompts/new', request);
    expect([refused.status, refused.json.code]).toEqual([400, 'platform_refused']);
    expect(await chat.write('Ada', 'Yes', chat.shown[0]?.id)).toMatchObject({ result: 'refused' });
    expect((await gateway.request('POST', '/v1/prompts/new', request)).text).toBe(refused.text);
    expect((await gateway.request('GET', '/v1/prompts/1')).status).toBe(404);
  });

  describe('a post that did not reach one of several people', () => {
    it('leaves the question open and the channel working, and the record names each person once', async () => {
      const { chat, gateway } = await startChatWithoutButtons({ choices: 'replies', deliveryReports: true }, engine);
      await gateway.call(createPrompt, { body: ask });
      const id = chat.shown[0]?.id ?? '';
      await chat.reportMissed(id, 'ben@example.com: no such mailbox.');
      await chat.reportMissed(id, 'eve@example.com: mailbox is full.');
      await chat.reportMissed(id, 'ben@example.com: no such mailbox.');
      expect(await gateway.call(getPrompt, one)).toMatchObject({
        state: 'pending',
        delivery_state: 'accepted',
        delivery_remark: 'ben@example.com: no such mailbox.\neve@example.com: mailbox is full.',
      });
      expect((await gateway.call(getChannel, { params: { id: 'ops' } })).health.state).not.toBe('failing');
      expect(gateway.logLines.join('\n')).toContain('A post did not reach one of several people');
      expect(await chat.write('Ada', 'Yes', id)).toMatchObject({ result: 'answered' });
    });

    it('is kept also when it is reported before the post is recorded', async () => {
      const { chat, gateway } = await startChatWithoutButtons({ choices: 'replies', deliveryReports: true }, engine);
      await chat.reportMissed('m1', 'ben@example.com: no such mailbox.');
      await gateway.call(createPrompt, { body: ask });
      await until(async () => (await gateway.call(getPrompt, one)).delivery_remark);
    });
  });
});
