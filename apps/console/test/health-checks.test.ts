import type { Statistics } from '@gateway/contract';
import { describe, expect, it } from 'vitest';
import { checksOf, summaryOf, type Findings } from '../src/features/health/checks.js';

const now = Date.parse('2026-03-01T12:00:00Z');
const at = (msAgo: number) => new Date(now - msAgo).toISOString();
const statistics: Statistics = {
  window: '24h',
  from: at(86_400_000),
  to: at(0),
  buckets: [],
  median_answer_ms: null,
  callbacks: { delivered: 12, dead: 0, pending: 0 },
  queue: { pending: 0, oldest_at: null },
  channels: { active: 2, failing: 0, unverified: 0, troubled: [] },
};
const well: Findings = {
  ready: { ok: true },
  status: {
    status: 'ok',
    database: 'ok',
    channels_active: 2,
    prompts_pending: 0,
    prompts_answered_24h: 3,
    platforms: {},
  },
  statistics,
  live: { status: 'live', since: now - 180_000 },
  gateway: { version: '1', auth: true, public_url: 'https://gateway.example.com', docs: true },
  now,
};

const check = (name: string, change: Partial<Findings> = {}) =>
  checksOf({ ...well, ...change }).find((one) => one.name === name);
const summary = (change: Partial<Findings> = {}) => summaryOf(checksOf({ ...well, ...change }));

describe('Health', () => {
  it('is well when everything is', () => {
    expect(summary()).toEqual({ state: 'good', words: 'All is well' });
    expect(checksOf(well).filter(({ state }) => state !== 'good')).toEqual([]);
    expect(check('Live events')?.words).toBe('This page follows what happens, for 3 min now.');
  });

  it('claims nothing before it has asked, or while nobody answers', () => {
    expect(summary({ ready: null, status: undefined, statistics: undefined })).toMatchObject({ state: 'unknown' });
    const down = { ready: { ok: false, answered: false, reason: 'It cannot be reached.' } } as const;
    expect(summary(down)).toEqual({ state: 'bad', words: 'The gateway does not answer' });
    expect(check('Database', down)?.state).toBe('unknown');
    expect(check('Callbacks on their way', down)?.state).toBe('unknown');
  });

  it('gives the gateway’s own reason when it takes no requests', () => {
    const stopping = { ready: { ok: false, answered: true, reason: 'This instance is stopping.' } } as const;
    expect(check('Requests', stopping)).toMatchObject({ state: 'bad', words: 'This instance is stopping.' });
  });

  it('judges the queue by its oldest callback', () => {
    const queue = (msAgo: number) => ({ statistics: { ...statistics, queue: { pending: 3, oldest_at: at(msAgo) } } });
    expect(check('Callbacks on their way', queue(20_000))).toMatchObject({ state: 'good' });
    expect(check('Callbacks on their way', queue(600_000))).toMatchObject({ state: 'wait', link: 'pending' });
    expect(check('Callbacks on their way', queue(7_200_000))).toMatchObject({
      state: 'bad',
      words: '3 callbacks wait, the oldest for 2 h.',
    });
  });

  it('points to what was given up, and counts it', () => {
    const change = { statistics: { ...statistics, callbacks: { delivered: 0, dead: 1, pending: 0 } } };
    expect(check('Callbacks given up', change)).toMatchObject({ state: 'wait', link: 'dead' });
    expect(summary(change).words).toBe('1 thing to look at');
  });

  it('is bad when a channel fails, and does not mind that there is none', () => {
    const failing = { statistics: { ...statistics, channels: { active: 2, failing: 1, unverified: 0, troubled: [] } } };
    expect(check('Channels', failing)).toMatchObject({ state: 'bad', words: '1 of 2 active ones fails.' });
    const none = { statistics: { ...statistics, channels: { active: 0, failing: 0, unverified: 0, troubled: [] } } };
    expect(check('Channels', none)).toMatchObject({ state: 'note', link: 'new-channel' });
    expect(summary(none).words).toBe('All is well');
  });

  it('counts no channel as good that nothing has shown to work', () => {
    const unverified = {
      statistics: { ...statistics, channels: { active: 2, failing: 0, unverified: 1, troubled: [] } },
    };
    expect(check('Channels', unverified)).toMatchObject({
      state: 'wait',
      words: '1 of 2 active ones is not verified: nothing has shown yet that it works.',
      link: 'unverified',
    });
    expect(summary(unverified).state).toBe('wait');
  });

  it('says what a missing setting means, without calling it a fault', () => {
    const gateway = { ...well.gateway, auth: false, public_url: null };
    expect(check('API keys', { gateway })).toMatchObject({ state: 'note' });
    expect(check('Public address', { gateway })?.advice).toContain('PUBLIC_WEBHOOK_URL');
    expect(summary({ gateway }).state).toBe('good');
  });

  it('tells when the page itself is not told of changes', () => {
    const change = { live: { status: 'lost', since: now - 120_000 } } as const;
    expect(check('Live events', change)).toMatchObject({ state: 'bad' });
    expect(check('Live events', change)?.words).toContain('2 min');
    expect(check('Live events', change)?.advice).toContain('proxy');
    const down = { ...change, ready: { ok: false, answered: false, reason: 'It cannot be reached.' } } as const;
    expect(check('Live events', down)?.advice).toBeUndefined();
  });
});
