import { describe, expect, it } from 'vitest';
import { createPrompt, getPrompt } from '@gateway/contract';
import { onEveryEngine } from '../harness/engines.js';
import { registerChannel, startTelegram, startTestGateway } from '../harness/gateway.js';
import { until } from '../harness/until.js';

describe('a reply to the first part of a long prompt', () => {
  onEveryEngine((engine) => {
    it('is accepted before the last part is posted', async () => {
      const { telegram, env } = await startTelegram();
      const gateway = await startTestGateway({ env: { ...(await engine.empty()), ...env } });
      const ada = telegram.addUser({ firstName: 'Ada' });
      await registerChannel(gateway, telegram, { id: 'approvals', chat: ada });
      telegram.failNext('sendMessage', { delayMs: 700, when: ({ text }) => String(text).includes('ID:#1') });

      const asking = gateway.call(createPrompt, {
        body: { channel_id: 'approvals', text: `Which colour?${' Or none?'.repeat(450)}`, allow_text: true },
      });
      const posted = await telegram.waitForMessage((message) => message.text?.startsWith('Which colour?') === true);
      telegram.writeText({ chat: ada, text: 'Blue', replyTo: posted });

      await asking;
      const answered = await until(async () => {
        const prompt = await gateway.call(getPrompt, { params: { id: '#1' } });
        return prompt.state === 'answered' && prompt;
      });
      expect(answered).toMatchObject({ answer: 'Blue' });
    });
  });
});
