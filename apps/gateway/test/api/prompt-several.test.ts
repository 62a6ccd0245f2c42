import { describe, expect, it } from 'vitest';
import { listPrompts } from '@gateway/contract';
import { manualClock } from '../harness/clock.js';
import { onEveryEngine } from '../harness/engines.js';
import { until } from '../harness/until.js';
import { startOnce } from '../harness/shared.js';
import { startAsking, type Asking } from './asking.js';

const numsOf = async ({ list }: Asking, query: string): Promise<number[]> =>
  (await list(query)).json.map((record: { prompt_num: number }) => record.prompt_num);

describe('GET /v1/prompts for several prompts', () => {
  const shared = startOnce(startAsking);

  onEveryEngine((engine) => {
    it('filters by any of several correlation ids, page by page', async () => {
      const asking = await startAsking({ engine });
      for (const correlation_id of ['a', 'b', 'c', 'a', 'x,y']) await asking.ask({ correlation_id });
      expect(await numsOf(asking, '?correlation_id=a&correlation_id=b')).toEqual([4, 2, 1]);
      expect(await numsOf(asking, '?correlation_id=x%2Cy&correlation_id=nowhere&state=all')).toEqual([5]);
      const page = await asking.list('?correlation_id=a&correlation_id=b&limit=2');
      const next = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
      expect((await asking.gateway.request('GET', next)).json).toMatchObject([{ prompt_num: 1 }]);
      const typed = await asking.gateway.call(listPrompts, { query: { correlation_id: ['b', 'c'] } });
      expect(typed.map(({ prompt_num }) => prompt_num)).toEqual([3, 2]);
    });

    it('filters by ids in any state and omits unknown ones', async () => {
      const asking = await startAsking({ engine });
      for (let count = 0; count < 3; count += 1) await asking.ask();
      await asking.gateway.request('POST', '/v1/prompts/2/cancel');
      expect(await numsOf(asking, '?ids=1,2,%233,99,999999999')).toEqual([3, 2, 1]);
      expect(await numsOf(asking, '?ids=1,2&state=pending')).toEqual([1]);
      expect(await numsOf(asking, '?ids=1,2&state=expired')).toEqual([2]);
      expect(await numsOf(asking, '?ids=98,99&wait=60')).toEqual([]);
      expect(await numsOf(asking, `?ids=${Array.from({ length: 200 }, (_, index) => index + 1).join()}`)).toEqual([
        3, 2, 1,
      ]);
    });

    it('waits until the first of them is answered', async () => {
      const asking = await startAsking({ engine });
      for (const label of ['One', 'Two', 'Three']) await asking.ask({ options: [label] });
      const waiting = asking.list('?ids=1,2,99&wait=60');
      const [, two, three] = asking.telegram.messages({ chat: asking.ada });
      if (two && three) {
        await asking.telegram.press({ chat: asking.ada, message: three, button: 'Three' });
        await asking.telegram.press({ chat: asking.ada, message: two, button: 'Two' });
      }
      expect((await waiting).json).toMatchObject([
        { id: '#2', state: 'answered', answer: 'Two' },
        { id: '#1', state: 'pending' },
      ]);
      expect(await numsOf(asking, '?ids=1,2&wait=60')).toEqual([2, 1]);
    });
  });

  it('waits until one of them expires or the wait ends', async () => {
    const clock = manualClock();
    const asking = await startAsking({ clock });
    await asking.ask({ ttl_sec: 10 });
    await asking.ask({ ttl_sec: 0 });
    /** The states after the wait, and how long the wait took on the clock. */
    const wait = async (query: string) => {
      const startedAt = clock.now();
      let ended = false;
      const reply = asking.list(query).finally(() => (ended = true));
      await until(() => {
        if (!ended) clock.advance(500);
        return ended;
      });
      const states = (await reply).json.map(({ state }: { state: string }) => state);
      return { states, tookMs: clock.now() - startedAt };
    };

    const expiring = await wait('?ids=1,2&wait=60');
    expect(expiring.states).toEqual(['pending', 'expired']);
    const timedOut = await wait('?ids=2&wait=4');
    expect(timedOut.states).toEqual(['pending']);
    expect(timedOut.tookMs).toBeGreaterThanOrEqual(4000);
  });

  it.each([
    ['?ids=1,x', /^ids\.1 must be the id of a prompt/],
    ['?ids=', /^ids\.0 must be the id of a prompt/],
    ['?wait=5', /^wait requires ids/],
    ['?ids=1&wait=61', /^wait must be at most 60/],
    [`?ids=${'1,'.repeat(200)}1`, /^ids must have at most 200 items/],
    ['?correlation_id=a&correlation_id=', /^correlation_id\.1 must not be empty/],
    [`?${'correlation_id=a&'.repeat(101)}`, /^correlation_id must have at most 100 items/],
  ])('rejects %s with the reason', async (query, detail) => {
    const { list } = shared();
    const refused = await list(query);
    expect(refused.status).toBe(400);
    expect(refused.json.detail).toMatch(detail);
  });
});
