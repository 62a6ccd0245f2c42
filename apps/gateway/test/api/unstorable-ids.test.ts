import { createHmac } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createChannel, createPrompt, getPrompt } from '@gateway/contract';
import { startWhatsAppSimulator } from '@gateway/simulators/whatsapp';
import { onEveryEngine } from '../harness/engines.js';
import { startTestGateway } from '../harness/gateway.js';
import { until } from '../harness/until.js';

describe('an event with ids that the database cannot store', () => {
  onEveryEngine((engine) => {
    it('is processed like any other, and once', async () => {
      const sim = await startWhatsAppSimulator();
      onTestFinished(() => sim.close());
      const gateway = await startTestGateway({
        env: { ...(await engine.empty()), PLATFORM_WHATSAPP_API_URL: sim.url },
      });
      const ada = sim.addPerson({ name: 'Ada', username: 'ada' });
      const { accessToken, phoneNumberId, appSecret, verifyToken } = sim;
      await gateway.call(createChannel, {
        body: {
          channel_id: 'ops',
          platform: 'whatsapp',
          target_chat_id: ada.waId,
          channel_type: 'PROMPT',
          credentials: {
            access_token: accessToken,
            phone_number_id: phoneNumberId,
            app_secret: appSecret,
            verify_token: verifyToken,
          },
        },
      });
      await gateway.call(createPrompt, { body: { channel_id: 'ops', text: 'Ship it?', allow_text: true } });

      const write = async (message: object) => {
        const written = { from: ada.waId, timestamp: '1', type: 'text', ...message };
        const value = { metadata: { phone_number_id: phoneNumberId }, messages: [written] };
        const entry = [{ id: '1', changes: [{ field: 'messages', value }] }];
        const body = JSON.stringify({ object: 'whatsapp_business_account', entry });
        const headers = {
          'content-type': 'application/json',
          'x-hub-signature-256': `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`,
        };
        return await fetch(`${gateway.url}/webhooks/default/whatsapp/ops`, { method: 'POST', body, headers });
      };
      const reply = { id: 'a', text: { body: 'yes' }, context: { from: '1', id: 'q\0\ud800' } };
      expect((await write(reply)).status).toBe(200);
      const answer = { id: 'b\0\ud800', text: { body: 'ID:#1 yes' } };
      expect([(await write(answer)).status, (await write(answer)).status]).toEqual([200, 200]);

      expect(await gateway.call(getPrompt, { params: { id: '1' } })).toMatchObject({
        state: 'answered',
        answer: 'yes',
      });
      const botTexts = () => sim.messages(ada).flatMap(({ by, text }) => (by === 'business' ? [text] : []));
      await until(() => botTexts().some((text) => text.includes('✅')));
      expect(botTexts().filter((text) => text.includes('closed'))).toEqual([]);
    });
  });
});
