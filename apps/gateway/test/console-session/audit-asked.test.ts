import { describe, expect, it } from 'vitest';
import { onEveryEngine } from '../harness/engines.js';
import { registerChannel, startTelegram } from '../harness/gateway.js';
import { startKeyedGateway } from '../harness/keys.js';
import { setUpConsole } from '../harness/operators.js';

onEveryEngine((engine) => {
  describe('prompts and messages of operators', () => {
    it('are audited with the operator even with zero retention, and those of keys are not', async () => {
      const { telegram, env } = await startTelegram();
      const gateway = await startKeyedGateway({ env: { ...(await engine.empty()), ...env } });
      const chat = telegram.addUser({ firstName: 'Ada' });
      await registerChannel(gateway, telegram, { id: 'ops', chat });
      await registerChannel(gateway, telegram, {
        id: 'chat',
        chat: telegram.addUser({ firstName: 'Bob' }),
        type: 'MESSAGE',
        callbackUrl: 'http://agent.example.com/',
      });
      const owner = await setUpConsole(gateway);
      const ask = { channel_id: 'ops', text: 'Ship it?', options: ['Yes'] };
      const write = { channel_id: 'chat', text: 'a private word' };
      expect((await owner.request('POST', '/v1/prompts/new', ask)).status).toBe(200);
      expect((await owner.request('POST', '/v1/messages/send', write)).status).toBe(201);
      await owner.request('PATCH', '/v1/settings', { messages_outbound_zero_retention: true });
      expect((await owner.request('POST', '/v1/messages/send', write)).json.stored).toBe(false);
      expect((await gateway.request('POST', '/v1/prompts/new', { body: ask })).status).toBe(200);
      expect((await gateway.request('POST', '/v1/messages/send', { body: write })).status).toBe(201);
      const entries = (await owner.request('GET', '/v1/audit?limit=200')).json;
      const audited = entries.filter(({ action }: { action: string }) =>
        ['prompt.created', 'channel.message_sent'].includes(action),
      );
      const actor = { kind: 'operator', name: 'Ada' };
      expect(audited).toMatchObject([
        { action: 'channel.message_sent', actor, resource: { kind: 'channel', id: 'chat' } },
        { action: 'channel.message_sent', actor, resource: { kind: 'channel', id: 'chat' } },
        { action: 'prompt.created', actor, resource: { kind: 'prompt', id: '#1' } },
      ]);
      expect(JSON.stringify(entries)).not.toMatch(/private word|Ship it/);
    });
  });
});
