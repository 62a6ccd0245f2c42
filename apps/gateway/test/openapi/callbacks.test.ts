import { describe, expect, it } from 'vitest';
import { startAsking } from '../api/asking.js';
import { registerChannel } from '../harness/gateway.js';
import { setUpConsole } from '../harness/operators.js';
import { startReceiver } from '../harness/receiver.js';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly security: readonly object[];
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
}

/** Headers that sign a callback. */
const own = /^(?:x-signature|webhook-)/;

describe('the callbacks of the OpenAPI document', () => {
  it('list the headers that callbacks have, and need no key', async () => {
    const { gateway, telegram, ada, ask } = await startAsking({ env: { ENABLE_DOCS: 'true' } });
    const receiver = await startReceiver();
    const grace = telegram.addUser({ firstName: 'Grace' });
    await registerChannel(gateway, telegram, { id: 'talk', chat: grace, type: 'MESSAGE', callbackUrl: receiver.url });
    const asked = { options: ['Yes'], callback_url: receiver.url, notify_on_expiry: true };
    await ask(asked);
    await telegram.press({ chat: ada, button: 'Yes' });
    const cancelled = await ask(asked);
    await gateway.request('POST', `/v1/prompts/${cancelled}/cancel`);
    telegram.writeText({ chat: grace, text: 'Hello' });
    const approved = await ask({ callback_url: receiver.url, action: { name: 'deploy' }, decisions: ['approve'] });
    await telegram.press({ chat: ada, button: 'Approve' });
    await receiver.waitFor(4);
    const console = await setUpConsole(gateway);
    await console.request('POST', `/v1/prompts/${approved}/withdraw`);
    await gateway.request('POST', '/v1/channels/test-callback', { body: { callback_url: receiver.url } });
    const received = await receiver.waitFor(6);

    const { webhooks } = (await gateway.request('GET', '/openapi.json')).json;
    for (const { headers, json } of received) {
      const documented = Object.values<{ post: Operation }>(webhooks).find(({ post }) =>
        post.summary.endsWith(` ${json.type}`),
      )?.post;
      expect(documented, json.type).toBeDefined();
      const names = documented?.parameters.map(({ name }) => name.toLowerCase());
      expect(names?.toSorted(), json.type).toEqual(
        Object.keys(headers)
          .filter((name) => own.test(name))
          .toSorted(),
      );
      expect(documented?.parameters.every((header) => header.required && header.in === 'header')).toBe(true);
      expect(documented?.security).toEqual([]);
      expect(documented?.operationId).toMatch(/^\w+$/);
      expect(documented?.description).toContain('15 s');
    }
    expect(new Set(received.map(({ json }) => json.type)).size).toBe(Object.keys(webhooks).length);
    expect(webhooks.promptAnswered.post.description).toContain('5 s, 30 s, 2 min');
    expect(JSON.stringify(webhooks.promptAnswered.post.parameters)).toMatch(/sha256=.*HMAC-SHA256 of the raw body/);
  });

  it('list the status of a GET without a challenge', async () => {
    const { gateway } = await startAsking({ env: { ENABLE_DOCS: 'true' } });
    const { status } = await gateway.request('GET', '/webhooks/default/telegram/approvals');
    const { paths } = (await gateway.request('GET', '/openapi.json')).json;
    const { get } = paths['/webhooks/{organization_id}/{platform}/{channel_id}'];
    expect(Object.keys(get.responses)).toContain(String(status));
    expect(Object.keys(get.responses)).toContain('401');
  });
});
