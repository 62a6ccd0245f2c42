import { describe, expect, it } from 'vitest';
import { manualClock } from '../harness/clock.js';
import { onEveryEngine } from '../harness/engines.js';
import { registerChannel } from '../harness/gateway.js';
import { until } from '../harness/until.js';
import { startOnce } from '../harness/shared.js';
import { startAsking, type Asking } from './asking.js';

const numsOf = async ({ list }: Asking, query: string): Promise<number[]> =>
  (await list(query)).json.map((record: { prompt_num: number }) => record.prompt_num);

describe('GET /v1/prompts', () => {
  const shared = startOnce(startAsking);

  onEveryEngine((engine) => {
    it('shows current states, newest first, with an overdue prompt as expired before the expiry job runs', async () => {
      const clock = manualClock();
      const asking = await startAsking({ engine, clock });
      await asking.ask({ ttl_sec: 60 });
      await asking.ask({ options: ['Yes'], ttl_sec: 600 });
      await asking.ask({ ttl_sec: 0 });
      await asking.telegram.press({ chat: asking.ada, button: 'Yes' });
      // The clock moves without running timers, so the expiry job has not run.
      const overdue = await startOverdue(asking, clock);
      expect(overdue).toEqual([1]);
      expect(await numsOf(asking, '')).toEqual([3]);
      expect(await numsOf(asking, '?state=pending')).toEqual([3]);
      expect(await numsOf(asking, '?state=answered')).toEqual([2]);
      expect(await numsOf(asking, '?state=all')).toEqual([3, 2, 1]);
    });

    it('filters by channel, correlation id and part of the text, literally and ignoring case', async () => {
      const asking = await startAsking({ engine });
      await registerChannel(asking.gateway, asking.telegram, { id: 'releases', chat: asking.telegram.addUser() });
      await asking.ask({ text: 'Give 100% of it?', correlation_id: 'a' });
      await asking.ask({ text: 'Give 100 of it?', correlation_id: 'b' });
      await asking.ask({ text: 'SNAKE_case \\ path?', channel_id: 'releases', correlation_id: 'a' });
      expect(await numsOf(asking, '?channel_id=releases')).toEqual([3]);
      expect(await numsOf(asking, '?channel_id=nowhere')).toEqual([]);
      expect(await numsOf(asking, '?correlation_id=a')).toEqual([3, 1]);
      expect(await numsOf(asking, '?q=100%25')).toEqual([1]);
      expect(await numsOf(asking, '?q=snake_CASE')).toEqual([3]);
      expect(await numsOf(asking, '?q=snakeXcase')).toEqual([]);
      expect(await numsOf(asking, '?q=%5C')).toEqual([3]);
      expect(await numsOf(asking, '?q=give&correlation_id=b&state=all&limit=200')).toEqual([2]);
    });

    it('continues by the Link header without gaps or repeats while prompts are added', async () => {
      const asking = await startAsking({ engine });
      for (let index = 0; index < 7; index += 1) await asking.ask({ correlation_id: 'same' });
      const seen: number[] = [];
      let path: string | null = '/v1/prompts?state=all&limit=3&correlation_id=same';
      while (path !== null) {
        const page = await asking.gateway.request('GET', path);
        seen.push(...page.json.map((record: { prompt_num: number }) => record.prompt_num));
        const link: string | null = page.headers.get('link');
        if (link !== null) expect(link).toMatch(/^<[^>]+>; rel="next"$/);
        path = link && (/^<([^>]+)>/.exec(link)?.[1] ?? null);
        if (seen.length < 7) await asking.ask({ correlation_id: 'same' });
      }
      expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1]);
    });

    it('lists pending prompts by their end, those without one last, and pages without gaps while prompts are added', async () => {
      const clock = manualClock();
      const asking = await startAsking({ engine, clock });
      for (const ttl_sec of [600, 0, 60, 600, 300, 0]) await asking.ask({ ttl_sec });
      const all = '?order=ends_soonest';
      expect(await numsOf(asking, all)).toEqual([3, 5, 1, 4, 2, 6]);
      expect(await numsOf(asking, `${all}&channel_id=approvals&state=pending`)).toEqual([3, 5, 1, 4, 2, 6]);
      const seen: number[] = [];
      let path: string | null = `/v1/prompts${all}&limit=1`;
      while (path !== null) {
        const page = await asking.gateway.request('GET', path);
        seen.push(...page.json.map((record: { prompt_num: number }) => record.prompt_num));
        path = /^<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1] ?? null;
        // Before the position, so the pages that follow do not change.
        if (seen.length === 3) await asking.ask({ ttl_sec: 30 });
      }
      expect(seen).toEqual([3, 5, 1, 4, 2, 6]);
      clock.skip(61_000);
      expect(await numsOf(asking, all), 'overdue prompts are not pending').toEqual([5, 1, 4, 2, 6]);
    });

    it('returns 50 by default and at most 200', async () => {
      const asking = await startAsking({ engine });
      await Promise.all(Array.from({ length: 55 }, () => asking.ask()));
      const page = await asking.list();
      expect(page.json).toHaveLength(50);
      expect(page.headers.get('link')).toContain('cursor=');
      const whole = await asking.list('?limit=200');
      expect(whole.json).toHaveLength(55);
      expect(whole.headers.get('link')).toBeNull();
      expect(await numsOf(asking, '?limit=1')).toEqual([55]);
    });

    it('treats a cursor beyond every record as the first page', async () => {
      const asking = await startAsking({ engine });
      await asking.ask();
      for (const beyond of [2 ** 31, 2 ** 32, Number.MAX_SAFE_INTEGER]) {
        const page = await asking.list(`?cursor=${Buffer.from(String(beyond)).toString('base64url')}`);
        expect([page.status, page.json.length]).toEqual([200, 1]);
      }
    });
  });

  it.each([
    ['limit=0', 'limit must be at least 1.'],
    ['limit=201', 'limit must be at most 200.'],
    ['order=soonest', 'order must be one of newest, oldest, ends_soonest.'],
    [
      'order=ends_soonest&state=all',
      'order ends_soonest lists pending prompts: leave state, ids, q, since, until and answered_by out.',
    ],
    [
      'order=ends_soonest&q=x',
      'order ends_soonest lists pending prompts: leave state, ids, q, since, until and answered_by out.',
    ],
    ['order=ends_soonest&cursor=MTI', 'cursor is not valid: take it from the Link header of the previous page.'],
    ['limit=abc', 'limit must be a whole number.'],
    ['limit=1.5', 'limit must be a whole number.'],
    ['limit=-1', 'limit must be a whole number.'],
    ['limit=', 'limit must be a whole number.'],
    ['limit=1&limit=2', 'limit must be given once, as a string.'],
    ['limit=99999999999999999999', 'limit must be a whole number.'],
    ['state=open', 'state must be one of pending, answered, expired, all.'],
    ['state=PENDING', 'state must be one of pending, answered, expired, all.'],
    ['state=', 'state must be one of pending, answered, expired, all.'],
    ['status=pending', 'status is unknown (did you mean state?).'],
    ['__proto__=1', '__proto__ is unknown.'],
    ['constructor=1', 'constructor is unknown.'],
    ['channel_id=a%20b', 'channel_id must contain only A-Z a-z 0-9 . _ -.'],
    ['q=%00', 'q must not contain U+0000 or half of a surrogate pair.'],
    ['cursor=nonsense', 'cursor is not valid: take it from the Link header of the previous page.'],
    ['cursor=', 'cursor is not valid: take it from the Link header of the previous page.'],
    [
      `cursor=${Buffer.from('0').toString('base64url')}`,
      'cursor is not valid: take it from the Link header of the previous page.',
    ],
    [
      `cursor=${Buffer.from('1e3').toString('base64url')}`,
      'cursor is not valid: take it from the Link header of the previous page.',
    ],
  ])('rejects ?%s with 400', async (query, detail) => {
    const { list } = shared();
    expect(await list(`?${query}`)).toMatchObject({ status: 400, json: { detail } });
  });
});

/** Moves the clock past the first prompt's expiry without running timers. Returns the prompts then listed as expired. */
async function startOverdue(asking: Asking, clock: ReturnType<typeof manualClock>): Promise<number[]> {
  await until(() => asking.chat()[1]?.includes('✅'));
  clock.skip(60_000);
  return await numsOf(asking, '?state=expired');
}
