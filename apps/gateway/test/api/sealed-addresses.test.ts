import { randomBytes } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startGchatSimulator } from '@gateway/simulators/gchat';
import { runStatements } from '@gateway/store/testing';
import { onEveryEngine } from '../harness/engines.js';
import { registerChannel, startTestGateway } from '../harness/gateway.js';
import { startReceiver } from '../harness/receiver.js';
import { placesOf } from '../harness/stored.js';
import { until } from '../harness/until.js';
import { startAsking } from './asking.js';

const password = 'correct-horse';
const basic = Buffer.from(`agent:${password}`).toString('base64');
const withUser = (url: string) => url.replace('http://', `http://agent:${password}@`);

describe('a password in an address', () => {
  onEveryEngine((engine) => {
    it('is used, but never stored in clear text and never logged', async () => {
      const env = { ...(await engine.empty()), CALLBACK_RETRY_SCHEDULE: '0.1' };
      const { ask, get, gateway, telegram, ada } = await startAsking({ env });
      let refusing = true;
      const receiver = await startReceiver((received, response) => {
        const echo = `${received.headers.authorization} ${password} `;
        // The stored part of a response ends in the middle of the password.
        response.writeHead(refusing ? 500 : 200).end(echo.padEnd(2040, '.') + basic);
      });
      const url = withUser(receiver.url);
      await registerChannel(gateway, telegram, {
        id: 'ops',
        chat: telegram.addUser({ firstName: 'Bo' }),
        type: 'MESSAGE',
        callbackUrl: url,
      });
      const num = await ask({ options: ['Yes'], callback_url: url });
      expect((await get(num)).callback_url).toBe(url);
      expect((await gateway.request('GET', '/v1/channels/ops')).json.callback_url).toBe(url);

      await telegram.press({ chat: ada, button: 'Yes' });
      await receiver.waitFor(1);
      refusing = false;
      await receiver.waitFor(2);
      expect(receiver.received.map(({ headers }) => headers.authorization)).toEqual([
        `Basic ${basic}`,
        `Basic ${basic}`,
      ]);
      const [delivery] = await until(async () => {
        const { json } = await gateway.request('GET', '/v1/deliveries?state=delivered');
        return json.length > 0 && json;
      });
      const { json } = await gateway.request('GET', `/v1/deliveries/${delivery.id}`);
      expect(json.url).toBe(receiver.url);
      expect(json.attempts).toHaveLength(2);
      expect(json.attempts[0].response).toMatch(/^Basic \[secret\] \[secret\] \.+\[secret\]$/);

      for (const secret of [password, basic, basic.slice(0, 8)]) {
        expect(await placesOf(secret, env)).toEqual([]);
        expect(gateway.logLines.filter((line) => line.includes(secret))).toEqual([]);
      }
      await gateway.stop();
      expect(await placesOf(password, env)).toEqual([]);
    });

    it('of an attachment is sent only to the platform, when the prompt is posted and when it is closed', async () => {
      const env = await engine.empty();
      const chat = await startGchatSimulator();
      onTestFinished(() => chat.close());
      const gateway = await startTestGateway({
        env: {
          ...env,
          PUBLIC_WEBHOOK_URL: 'http://127.0.0.1:9',
          PLATFORM_GCHAT_API_URL: chat.endpoints.api,
          PLATFORM_GCHAT_TOKEN_URL: chat.endpoints.token,
          PLATFORM_GCHAT_JWKS_URL: chat.endpoints.jwks,
        },
      });
      const credentials = {
        service_account_json: chat.serviceAccountJson,
        google_chat_project_number: chat.projectNumber,
      };
      const space = chat.addSpace('Operations').name;
      const channel = {
        channel_id: 'asks',
        platform: 'gchat',
        channel_type: 'PROMPT',
        target_chat_id: space,
        credentials,
      };
      await gateway.request('POST', '/v1/channels/new', { body: channel });
      const media_url = `https://agent:${password}@pictures.example/cat.png`;
      const body = { channel_id: 'asks', text: 'This one?', options: ['Yes'], media_url };
      expect((await gateway.request('POST', '/v1/prompts/new', { body })).status).toBe(200);
      const posts = () => chat.calls().filter((call) => JSON.stringify(call).includes(media_url));
      expect(posts()).toHaveLength(1);
      expect(await placesOf(password, env)).toEqual([]);
      expect((await gateway.request('POST', '/v1/prompts/1/cancel')).json.media_url).toBe(media_url);
      await until(() => posts().length === 2);
      expect(await placesOf(password, env)).toEqual([]);
    });

    it('survives the rotation of ENCRYPTION_KEY, and its loss is reported with the missing setting', async () => {
      const key = () => randomBytes(32).toString('base64');
      const [first, second, third] = [key(), key(), key()];
      const database = await engine.empty();
      const env = { ...database, ENCRYPTION_KEY: first, CALLBACK_RETRY_SCHEDULE: '0.1,0.1,60' };
      const receiver = await startReceiver((_received, response) => void response.writeHead(500).end());
      const url = withUser(receiver.url);
      const { ask, gateway, telegram, ada } = await startAsking({ env });
      const platform = { PLATFORM_TELEGRAM_API_URL: telegram.url };
      await ask({ options: ['Yes'], callback_url: url });
      await telegram.press({ chat: ada, button: 'Yes' });
      await receiver.waitFor(1);
      await gateway.stop();

      const without = await startTestGateway({ env: { ...platform, ...env, ENCRYPTION_KEY: second } });
      const failure = await until(async () => {
        const { json } = await without.request('GET', '/v1/deliveries');
        return /ENCRYPTION_KEY_PREVIOUS/.test(json[0].last_error ?? '') && json[0];
      });
      expect(failure.last_error).toMatch(/^The password in the address cannot be read/);
      expect((await without.request('GET', '/v1/prompts/1')).json.callback_url).toBe(receiver.url);
      await without.stop();

      const rotated = { ...platform, ...env, ENCRYPTION_KEY: second, ENCRYPTION_KEY_PREVIOUS: first };
      const after = await startTestGateway({ env: rotated });
      const { length } = receiver.received;
      await after.request('POST', `/v1/deliveries/${failure.id}/retry`);
      await receiver.waitFor(length + 1);
      expect(receiver.received.at(-1)?.headers.authorization).toBe(`Basic ${basic}`);
      await until(() => after.logLines.some((line) => line.includes('Stored addresses are sealed')));
      await after.stop();

      // The addresses have been sealed again, so the first key is no longer needed.
      const last = await startTestGateway({
        env: { ...rotated, ENCRYPTION_KEY: third, ENCRYPTION_KEY_PREVIOUS: second },
      });
      expect((await last.request('GET', '/v1/prompts/1')).json.callback_url).toBe(url);
    });

    it('that an older version stored in clear text is sealed after the start and still works', async () => {
      const env = await engine.empty();
      const receiver = await startReceiver();
      const url = withUser(receiver.url);
      const { ask, gateway, telegram, ada } = await startAsking({ env });
      const platform = { PLATFORM_TELEGRAM_API_URL: telegram.url };
      const bo = telegram.addUser({ firstName: 'Bo' });
      await registerChannel(gateway, telegram, { id: 'ops', chat: bo, type: 'MESSAGE', callbackUrl: receiver.url });
      for (let count = 0; count < 3; count += 1) await ask({ options: ['Yes'], callback_url: receiver.url });
      await telegram.press({ chat: ada, button: 'Yes' });
      await receiver.waitFor(1);
      await until(async () => (await gateway.request('GET', '/v1/deliveries?state=delivered')).json.length === 1);
      await gateway.stop();
      await runStatements(
        env,
        `UPDATE channel SET callback_url = '${url}' WHERE channel_id = 'ops';
         UPDATE prompt SET callback_url = '${url}', media_url = '${url}', message_ref = '{"media":"${url}","wide":true}',
           other_messages = '[{"messageId":"9","ref":{"media":"${url}"}},{"messageId":"10","ref":null}]' WHERE num < 3;
         UPDATE delivery SET url = '${url}', state = 'dead';
         DELETE FROM gateway_state;`,
      );
      expect(await placesOf(password, env)).not.toEqual([]);

      const after = await startTestGateway({ env: { ...platform, ...env } });
      await until(async () => (await placesOf(password, env)).length === 0);
      expect((await after.request('GET', '/v1/channels/ops')).json.callback_url).toBe(url);
      for (const num of [1, 2]) {
        const { json } = await after.request('GET', `/v1/prompts/${num}`);
        expect(json).toMatchObject({ callback_url: url, media_url: url });
      }
      expect((await after.request('GET', '/v1/prompts/3')).json.callback_url).toBe(receiver.url);
      const { json: dead } = await after.request('GET', '/v1/deliveries');
      await after.request('POST', `/v1/deliveries/${dead[0].id}/retry`);
      await receiver.waitFor(2);
      expect(receiver.received[1]?.headers.authorization).toBe(`Basic ${basic}`);
      await after.stop();

      // Sealing runs once: the next start does not repeat it.
      const again = await startTestGateway({ env: { ...platform, ...env } });
      expect(again.logLines.some((line) => line.includes('Stored addresses are sealed'))).toBe(false);
    });
  });
});
