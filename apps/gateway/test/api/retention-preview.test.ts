import { describe, expect, it } from 'vitest';
import { createPrompt, previewSettings, updateSettings, type BodyInput } from '@gateway/contract';
import { manualClock } from '../harness/clock.js';
import { onEveryEngine } from '../harness/engines.js';
import { registerChannel, startTelegram, startTestGateway } from '../harness/gateway.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';

const DAY_MS = 86_400_000;

describe('POST /v1/settings/preview', () => {
  onEveryEngine((engine) => {
    it('counts what a change would remove, removes nothing, and reports the next run with the same counts', async () => {
      const { telegram, env } = await startTelegram();
      const clock = manualClock();
      const gateway = await startTestGateway({ env: { ...(await engine.empty()), ...env }, clock });
      const receiver = await startReceiver();
      const ada = telegram.addUser({ firstName: 'Ada' });
      await registerChannel(gateway, telegram, { id: 'chat', chat: ada, type: 'MESSAGE', callbackUrl: receiver.url });
      await registerChannel(gateway, telegram, { id: 'asks', chat: ada });
      const preview = (body: BodyInput<typeof previewSettings> = {}) => gateway.call(previewSettings, { body });
      const texts = async () => (await gateway.request('GET', '/v1/messages')).json.length;
      const prompts = async () => (await gateway.request('GET', '/v1/prompts?state=all')).json;
      const ask = (ttl: number) =>
        gateway.call(createPrompt, {
          body: { channel_id: 'asks', text: 'Ship?', options: ['Yes'], ttl_sec: ttl },
        });
      for (const [count, text] of ['one', 'two'].entries()) {
        telegram.writeText({ chat: ada, text });
        await until(async () => (await texts()) === count + 1);
      }
      await gateway.request('POST', '/v1/messages/send', { body: { channel_id: 'chat', text: 'hello' } });
      await ask(0);
      await telegram.press({ chat: ada, button: 'Yes' });
      await ask(60);
      await ask(0);
      clock.advance(61_000);
      await until(async () => (await prompts())[1].state === 'expired');
      clock.advance(2 * DAY_MS);
      telegram.writeText({ chat: ada, text: 'new' });
      await until(async () => (await texts()) === 4);

      const nothing = { prompts: 0, messages_inbound: 0, messages_outbound: 0, audit: 0 };
      expect((await preview()).would_remove).toEqual(nothing);
      const change = {
        prompts_retention_enabled: true,
        prompts_retention_days: 1,
        messages_inbound_retention_enabled: true,
        messages_inbound_retention_days: 1,
      };
      // An expired prompt is kept until its message shows the expiry.
      await until(async () => (await preview(change)).would_remove.prompts === 2);
      expect((await preview(change)).would_remove).toEqual({ ...nothing, prompts: 2, messages_inbound: 2 });
      expect((await preview({ ...change, prompts_retention_days: 3 })).would_remove).toEqual({
        ...nothing,
        messages_inbound: 2,
      });
      expect((await preview({ messages_outbound_retention_enabled: true })).would_remove).toEqual(nothing);
      expect(
        (await preview({ messages_outbound_retention_enabled: true, messages_outbound_retention_days: 1 }))
          .would_remove,
      ).toEqual({ ...nothing, messages_outbound: 1 });
      expect((await gateway.request('POST', '/v1/settings/preview')).json).toMatchObject({
        would_remove: nothing,
        last_run: { prompts: 0, messages: 0 },
      });
      expect((await gateway.request('GET', '/v1/settings')).json.prompts_retention_enabled).toBe(false);
      expect(await texts()).toBe(4);

      await gateway.call(updateSettings, { body: change });
      await until(async () => (await texts()) === 2 && (await prompts()).length === 1);
      await until(async () => (await preview()).last_run?.prompts === 2);
      expect(await preview()).toEqual({
        would_remove: nothing,
        last_run: { at: new Date(clock.now()).toISOString(), prompts: 2, messages: 2 },
      });
    });

    it('rejects the same values as PATCH /v1/settings', async () => {
      const gateway = await startTestGateway({ env: await engine.empty() });
      const { status, json } = await gateway.request('POST', '/v1/settings/preview', {
        body: { prompts_retention_enabled: true, prompts_retention_days: 0 },
      });
      expect(status).toBe(400);
      expect(json.detail).toMatch(/prompts_retention_days must be at least 1/);
    });
  });
});
