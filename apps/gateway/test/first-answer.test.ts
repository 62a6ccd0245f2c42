import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createPrompt, getPrompt } from '@gateway/contract';
import { onEveryEngineInBothTiers } from './harness/engines.js';
import { registerChannel, startTelegram, startTestGateway } from './harness/gateway.js';
import { startReceiver } from './harness/receiver.js';
import { until } from './harness/until.js';

describe('a prompt', () => {
  onEveryEngineInBothTiers((engine) => {
    it('is posted, answered by a press, closed in the chat and called back once with a signature over the raw body', async () => {
      const { telegram, env } = await startTelegram();
      const gateway = await startTestGateway({ env: { ...(await engine.empty()), ...env } });
      const receiver = await startReceiver();
      const ada = telegram.addUser({ firstName: 'Ada', username: 'ada' });
      await registerChannel(gateway, telegram, { id: 'approvals', chat: ada });

      const asked = await gateway.call(createPrompt, {
        body: {
          channel_id: 'approvals',
          text: 'Ship it?',
          options: ['Yes', 'No'],
          callback_url: receiver.url,
          correlation_id: 'release-7',
        },
      });
      expect(asked).toMatchObject({ prompt_id: '#1', channel_id: 'approvals' });
      const pressed = await telegram.press({ chat: ada, button: 'Yes' });
      expect(pressed.notice).toBe('Recorded: Yes');

      const [callback] = await receiver.waitFor(1);
      expect(callback?.json).toMatchObject({
        type: 'prompt.answered',
        prompt_id: '#1',
        correlation_id: 'release-7',
        answer: { type: 'option', value: 'Yes' },
        answered_by: { id: String(ada.id), username: 'ada' },
      });
      const signature = createHmac('sha256', 'a signing secret for tests')
        .update(callback?.body ?? '')
        .digest('hex');
      expect(callback?.headers['x-signature']).toBe(`sha256=${signature}`);
      expect(await gateway.call(getPrompt, { params: { id: '#1' } })).toMatchObject({
        state: 'answered',
        answer: 'Yes',
        answered_by_username: 'ada',
      });
      await until(() => telegram.messages({ chat: ada })[0]?.text === 'Ship it?\n\n✅ Yes (Ada)');
    });
  });
});
