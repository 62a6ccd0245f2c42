import { createHash } from 'node:crypto';
import { z } from 'zod';
import { describe, expect, it } from 'vitest';
import { sendMessage, type Route } from '@gateway/contract';
import { DEFAULT_ORGANIZATION } from '@gateway/core';
import { openStore } from '@gateway/store';
import type { Call } from '../../src/http/endpoint.js';
import { fingerprintOf } from '../../src/http/request-digest.js';
import { onEveryEngine } from '../harness/engines.js';
import { startTestGateway } from '../harness/gateway.js';

/** The digest of version 0.1.0: of the parsed body with all its defaults, sorted by name. */
function digestOfFormerVersion(id: string, body: Readonly<Record<string, unknown>>): string {
  const parsed = Object.fromEntries(Object.entries(body).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return createHash('sha256')
    .update(JSON.stringify([id, undefined, undefined, parsed, undefined]))
    .digest('hex');
}

const question = { channel_id: 'asks', text: 'Ship it?', options: ['a'] };
/** What version 0.1.0 made of it. */
const parsedQuestion = {
  ...question,
  channels: [],
  allow_text: false,
  callback_url: null,
  correlation_id: null,
  ttl_sec: 3600,
  media_url: null,
  media_path: null,
  notify_on_expiry: false,
  action: null,
  decisions: null,
  labels: null,
  approvers: null,
  requested_by: null,
  policy: null,
};

onEveryEngine((engine) => {
  it('a request sent before an upgrade gets the stored response when it is repeated after the upgrade', async () => {
    const env = await engine.empty();
    const gateway = await startTestGateway({ env });
    const store = await openStore({
      databaseUrl: env.DATABASE_URL,
      dataDir: env.DATA_DIR ?? '',
      maintenance: true,
    });
    try {
      const claim = { organizationId: DEFAULT_ORGANIZATION, caller: 'open', key: 'k-1', holder: 'before' };
      const digest = digestOfFormerVersion('createPrompt', parsedQuestion);
      const times = { now: new Date(), until: new Date(), forgetAt: new Date(Date.now() + 86_400_000) };
      await store.idempotency.begin({ ...claim, fingerprint: { current: digest, former: digest } }, times);
      const reply = { prompt_id: '#7', prompt_num: 7, url: '/v1/prompts/7', channel_id: 'asks', message_id: '1' };
      const body = JSON.stringify({ reply: { ...reply, warnings: [] }, echoed: [] });
      await store.idempotency.finish(claim, { status: 200, body }, times.forgetAt);
    } finally {
      await store.close();
    }
    const ask = (text: string) =>
      gateway.request('POST', '/v1/prompts/new', {
        body: { ...question, text },
        headers: { 'idempotency-key': 'k-1' },
      });
    const repeat = await ask(question.text);
    expect(repeat).toMatchObject({ status: 200, json: { prompt_id: '#7' } });
    expect(repeat.headers.get('idempotent-replayed')).toBe('true');
    expect((await ask('Ship that?')).status).toBe(422);
  });
});

describe('the fingerprint of a request', () => {
  const grown = {
    ...sendMessage,
    body: sendMessage.body.extend({
      later: z
        .string()
        .nullish()
        .transform((value) => value ?? 'none'),
    }),
  };
  const of = (route: Route, sent: Readonly<Record<string, unknown>>) =>
    fingerprintOf(route)({ sent, body: route.body?.parse(sent), file: null } as unknown as Call<Route>);
  const message = { channel_id: 'chat', text: 'Hello' };

  it('stays the same when a later version adds a field with a default', async () => {
    const before = await of(sendMessage, message);
    expect(await of(grown, message)).toEqual(before);
    expect(await of(grown, { ...message, later: 'none' })).toMatchObject({ current: before.current });
    const other = await of(grown, { ...message, later: 'some' });
    expect(other.current).not.toBe(before.current);
    expect(other.former).not.toBe(before.former);
  });

  it('matches that of the previous version although a field with a default was added', async () => {
    const former = digestOfFormerVersion('sendMessage', { ...message, reply_to: null, thread_id: null });
    expect(await of(grown, message)).toMatchObject({ former });
  });

  it('does not depend on the order of fields, and differs for other values', async () => {
    const { current } = await of(sendMessage, message);
    expect(await of(sendMessage, { text: 'Hello', channel_id: 'chat', reply_to: null })).toMatchObject({ current });
    for (const other of [
      { ...message, text: 'Hello ' },
      { ...message, thread_id: '1' },
    ])
      expect((await of(sendMessage, other)).current).not.toBe(current);
  });
});
