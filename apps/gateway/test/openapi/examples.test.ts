import { cancelPrompt, createPrompt, routes, type Route } from '@gateway/contract';
import { describe, expect, it } from 'vitest';
import { registerChannel, startTelegram, startTestGateway } from '../harness/gateway.js';
import { until } from '../harness/until.js';
import { servedDocument } from './served.js';

type Examples = Record<string, { value: object }>;

async function examplesOf(): Promise<Map<Route, Examples>> {
  const { document } = await servedDocument();
  const operations = (document.paths ?? {}) as Record<
    string,
    Record<string, { requestBody: { content: Record<string, { examples?: Examples }> } }>
  >;
  return new Map(
    (routes as readonly Route[])
      .filter(({ body }) => body !== undefined)
      .map((route) => [
        route,
        operations[route.path]?.[route.method.toLowerCase()]?.requestBody.content['application/json']?.examples ?? {},
      ]),
  );
}

describe('the examples of the OpenAPI document', () => {
  it('exist for each request body and are valid', async () => {
    for (const [{ id, body }, examples] of await examplesOf()) {
      expect(Object.keys(examples), id).not.toEqual([]);
      for (const [name, { value }] of Object.entries(examples))
        expect(body?.safeParse(value).error, `${id}, ${name}`).toBeUndefined();
    }
    const ask = [...(await examplesOf())].find(([{ id }]) => id === 'createPrompt');
    expect(Object.keys(ask?.[1] ?? {})).toEqual(['approval', 'decision', 'free_text', 'attachment']);
  });

  it('work on a gateway that has their channels', async () => {
    const { telegram, env } = await startTelegram({ fetchUrls: false });
    const gateway = await startTestGateway({ env });
    const ada = telegram.addUser({ firstName: 'Ada' });
    await registerChannel(gateway, telegram, { id: 'approvals', chat: ada });
    await registerChannel(gateway, telegram, {
      id: 'support',
      chat: ada,
      type: 'MESSAGE',
      callbackUrl: 'http://127.0.0.1:9/',
    });
    const { id } = (await gateway.request('POST', '/v1/keys/new', { body: { name: 'old', preset: 'agent' } })).json;
    const { prompt_id } = await gateway.call(createPrompt, {
      body: { channel_id: 'approvals', text: 'Ready?', callback_url: 'http://127.0.0.1:9/', notify_on_expiry: true },
    });
    await gateway.call(cancelPrompt, { params: { id: prompt_id } });
    const action = { name: 'deploy', args: { service: 'api', version: '2.4.0' } };
    await gateway.call(createPrompt, {
      body: { channel_id: 'approvals', text: 'Deploy?', action, decisions: ['approve'] },
    });
    await telegram.press({ chat: ada, button: 'Approve' });
    await until(async () => (await gateway.request('GET', '/v1/prompts/2')).json.state === 'answered');
    const ids: Record<string, string> = {
      updateReceiver: 'http:127.0.0.1:9',
      retryReceiver: 'http:127.0.0.1:9',
      createPromptNote: '1',
      consumeApproval: '2',
      rollKey: id,
      updatePerson: 'ada',
      updateGroup: 'release-managers',
      updatePolicy: 'two-people',
      updateRule: 'deployments',
    };
    const withCredentials = new Set(['testNewChannel', 'findChats']);
    for (const [route, examples] of await examplesOf()) {
      // Require a signed-in operator.
      if (route.operatorOnly) continue;
      for (const [name, { value }] of Object.entries(examples)) {
        const path = route.path.replace('{id}', ids[route.id] ?? 'approvals');
        const body = route.id === 'createChannel' ? { ...value, channel_id: name } : value;
        const reply = await gateway.request(route.method, path, { body });
        // The platform refuses the placeholder credentials, although they are well-formed.
        if (reply.json?.code === 'platform_auth' && withCredentials.has(route.id)) continue;
        expect(reply.status, `${route.id}, ${name}: ${reply.text}`).toBe(route.status);
      }
    }
  });
});
