import { describe, expect, it } from 'vitest';
import { consoleRoutes, routes, type Route } from '@gateway/contract';
import { onEveryEngine } from '../harness/engines.js';
import { readEvents } from '../harness/event-stream.js';
import type { Holder } from '../harness/keys.js';
import { startOnce } from '../harness/shared.js';
import { until } from '../harness/until.js';
import type { Attempt } from './attempts.js';
import { startFixture, type Fixture } from './fixture.js';
import { recordAttempts } from './record-attempts.js';
import { settingsAttempts } from './settings-attempts.js';

const all: readonly Route[] = [...routes, ...consoleRoutes];
/** Without a caller: no key is read. */
const isPublic = ({ scopes }: Route) => scopes === null;
/** For operators who are signed in; a key is refused before anything else. */
const needsSession = ({ scopes, operatorOnly, ownerOnly }: Route) =>
  scopes?.length === 0 || operatorOnly === true || ownerOnly === true;

/** A response as text: of a stream, the events from the first to one that is asked now. */
async function textOf(fixture: Fixture, holder: Holder, route: Route, [, path, body]: Attempt) {
  if (route.produces !== 'text/event-stream') return await holder.request(route.method, path, body);
  const reader = await readEvents(fixture.gateway, { apiKey: holder.key, after: 0, query: path });
  const num = await fixture.ask({ options: ['Yes'], correlation_id: 'own' });
  await until(() => reader.events.some(({ data }) => data.id === `#${num}`));
  reader.close();
  return { status: 200, text: JSON.stringify(reader.events), headers: new Headers() };
}

/** What is wrong with the outcomes of all attempts on a route. */
async function problemsOf(fixture: Fixture, holder: Holder, route: Route, attempts: readonly Attempt[]) {
  const problems: string[] = [];
  for (const attempt of attempts) {
    const [expected, path, body] = attempt;
    const { status, text, headers } = await textOf(fixture, holder, route, attempt);
    const what = `${route.method} ${path} ${JSON.stringify(body) ?? ''}`;
    if (status !== expected) problems.push(`${what}: ${status} instead of ${expected}: ${text}`);
    const answer = text + JSON.stringify([...headers]);
    for (const marker of fixture.markers)
      if (answer.includes(marker) && !what.includes(marker)) problems.push(`${what}: tells ${marker}: ${answer}`);
  }
  return problems;
}

onEveryEngine((engine) => {
  const shared = startOnce(() => startFixture(engine));

  it('every route is classified: its attempts are listed, or it is public or needs a session', () => {
    const listed = Object.keys({ ...recordAttempts(shared()), ...settingsAttempts(shared()) });
    const callable = all.filter((route) => !isPublic(route) && !needsSession(route)).map(({ id }) => id);
    expect(listed.toSorted()).toEqual(callable.toSorted());
  });

  describe.each(['admin', 'every scope'] as const)('a key with channels and the scopes "%s"', (scopes) => {
    it('a request of a limited key changes nothing in another channel and tells nothing of it', async () => {
      const fixture = shared();
      const holder = fixture.limited[scopes];
      const attempts = { ...recordAttempts(fixture), ...settingsAttempts(fixture) };
      // The audit log first: later it contains what the key itself has named.
      const order = all.toSorted((left, right) => Number(/audit/i.test(right.id)) - Number(/audit/i.test(left.id)));
      const before = await fixture.snapshot();
      for (const route of order)
        expect.soft(await problemsOf(fixture, holder, route, attempts[route.id] ?? []), route.id).toEqual([]);
      expect(await fixture.snapshot()).toBe(before);
    });

    it('is refused wherever an operator has to be signed in', async () => {
      const { limited, other } = shared();
      for (const { method, path, id } of all.filter(needsSession)) {
        const target = path.replace('{id}', String(other.pending)).replaceAll(/\{\w+\}/g, 'x');
        expect((await limited[scopes].request(method, target)).status, id).toBe(403);
      }
    });

    it('counts its own channels only', async () => {
      const { request } = shared().limited[scopes];
      await request('POST', `/v1/prompts/${await shared().ask()}/cancel`);
      const own = (await request('GET', '/v1/prompts?state=all&limit=100')).json as {
        state: string;
      }[];
      expect((await request('GET', '/v1/status')).json).toMatchObject({
        channels_active: 2,
        prompts_pending: own.filter(({ state }) => state === 'pending').length,
        prompts_answered_24h: 0,
      });
      const statistics = async () => {
        const { buckets, callbacks, queue, channels } = (await request('GET', '/v1/statistics')).json;
        const sum = (of: string) =>
          buckets.reduce((total: number, bucket: Record<string, number>) => total + (bucket[of] ?? 0), 0);
        const { delivered, dead } = callbacks;
        const callbackCount = delivered + dead + queue.pending;
        return [sum('created'), sum('answered'), sum('cancelled'), callbackCount, channels.active];
      };
      // A report is cached for some seconds.
      await until(async () => (await statistics())[0] === own.length);
      const cancelled = own.filter(({ state }) => state === 'expired').length;
      expect(await statistics()).toEqual([own.length, 0, cancelled, 0, 2]);
    });
  });
});
