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
  before: { from: at(172_800_000), to: at(86_400_000), callbacks: { delivered: 0, dead: 0, pending: 0 } },
  queue: { pending: 0, oldest_at: null },
  channels: { active: 2, failing: 0, unverified: 0, troubled: [] },
};
const healthy: Findings = {
  ready: { ok: true },
  status: {
    status: 'ok',
    database: 'ok',
    channels_active: 2,
    prompts_pending: 0,
    prompts_answered_24h: 3,
    receivers_paused: 0,
    platforms: {},
  },
  statistics,
  brokenAdapters: [],
  live: { status: 'live', since: now - 180_000 },
  gateway: {
    version: '1',
    auth: true,
    public_url: 'https://gateway.example.com',
    docs: true,
    sign_in: { password: true, provider: null, passkeys: 'available' },
  },
  now,
};

const check = (name: string, change: Partial<Findings> = {}) =>
  checksOf({ ...healthy, ...change }).find((one) => one.name === name);
const summary = (change: Partial<Findings> = {}) => summaryOf(checksOf({ ...healthy, ...change }));

describe('health checks', () => {
  it('reports success when all checks pass', () => {
    expect(summary()).toEqual({ state: 'good', text: 'All checks passed' });
    expect(checksOf(healthy).filter(({ state }) => state !== 'good')).toEqual([]);
    expect(check('Live updates')?.text).toBe('Connected for 3 min.');
  });

  it('reports unknown before the first response and while the gateway is down', () => {
    expect(summary({ ready: null, status: undefined, statistics: undefined })).toMatchObject({ state: 'unknown' });
    const down = { ready: { ok: false, answered: false, reason: 'It cannot be reached.' } } as const;
    expect(summary(down)).toEqual({ state: 'bad', text: 'The gateway is not responding' });
    expect(check('Database', down)?.state).toBe('unknown');
    expect(check('Callbacks in queue', down)?.state).toBe('unknown');
  });

  it('shows the reason of the gateway when it does not accept requests', () => {
    const stopping = { ready: { ok: false, answered: true, reason: 'This instance is stopping.' } } as const;
    expect(check('Requests', stopping)).toMatchObject({ state: 'bad', text: 'This instance is stopping.' });
  });

  it('reports adapters that could not be loaded, by id or package', () => {
    const brokenAdapters = [
      { id: 'matrix', package: '../adapters/node_modules/gateway-matrix', problem: 'It has a flaw.' },
      { id: null, package: './zulip', problem: 'It has a flaw.' },
    ];
    expect(check('Adapters', { brokenAdapters })).toMatchObject({
      state: 'bad',
      text: '2 adapters could not be loaded: matrix, ./zulip.',
      link: 'platforms',
    });
  });

  it('rates the queue by its oldest delivery', () => {
    const queue = (msAgo: number) => ({ statistics: { ...statistics, queue: { pending: 3, oldest_at: at(msAgo) } } });
    expect(check('Callbacks in queue', queue(20_000))).toMatchObject({ state: 'good' });
    expect(check('Callbacks in queue', queue(600_000))).toMatchObject({ state: 'wait', link: 'pending' });
    expect(check('Callbacks in queue', queue(7_200_000))).toMatchObject({
      state: 'bad',
      text: '3 callbacks, the oldest waiting for 2 h.',
    });
  });

  it('warns about dead deliveries', () => {
    const change = { statistics: { ...statistics, callbacks: { delivered: 0, dead: 1, pending: 0 } } };
    expect(check('Failed callbacks', change)).toMatchObject({ state: 'wait', link: 'dead' });
    expect(summary(change).text).toBe('1 failed callback');
  });

  it('names what is wrong in one line, problems first', () => {
    const callbacks = { delivered: 0, dead: 38, pending: 0 };
    const channels = { active: 5, failing: 2, unverified: 1, troubled: [] };
    expect(summary({ statistics: { ...statistics, callbacks, channels } })).toEqual({
      state: 'bad',
      text: '2 failing channels, 38 failed callbacks',
    });
  });

  it('notes paused receivers', () => {
    expect(check('Paused receivers')).toBeUndefined();
    const paused = healthy.status && { ...healthy.status, receivers_paused: 2 };
    expect(check('Paused receivers', { status: paused })).toMatchObject({ state: 'note', link: 'receivers' });
  });

  it('reports a failing channel as a problem and no channels as a note', () => {
    const failing = { statistics: { ...statistics, channels: { active: 2, failing: 1, unverified: 0, troubled: [] } } };
    expect(check('Channels', failing)).toMatchObject({ state: 'bad', text: '1 of 2 active channels is failing.' });
    const none = { statistics: { ...statistics, channels: { active: 0, failing: 0, unverified: 0, troubled: [] } } };
    expect(check('Channels', none)).toMatchObject({ state: 'note', link: 'new-channel' });
    expect(summary(none).text).toBe('All checks passed');
  });

  it('warns about unverified channels', () => {
    const unverified = {
      statistics: { ...statistics, channels: { active: 2, failing: 0, unverified: 1, troubled: [] } },
    };
    expect(check('Channels', unverified)).toMatchObject({
      state: 'wait',
      text: '1 of 2 active channels is not verified.',
      link: 'unverified',
    });
    expect(summary(unverified).state).toBe('wait');
  });

  it('reports missing settings as notes', () => {
    const gateway = { ...healthy.gateway, auth: false, public_url: null };
    expect(check('API keys', { gateway })).toMatchObject({ state: 'note' });
    expect(check('Public URL', { gateway })?.advice).toContain('PUBLIC_WEBHOOK_URL');
    expect(summary({ gateway }).state).toBe('good');
  });

  it('reports a lost event stream and suggests the proxy only while the gateway responds', () => {
    const change = { live: { status: 'lost', since: now - 120_000 } } as const;
    expect(check('Live updates', change)).toMatchObject({ state: 'bad' });
    expect(check('Live updates', change)?.text).toContain('2 min');
    expect(check('Live updates', change)?.advice).toContain('proxy');
    const down = { ...change, ready: { ok: false, answered: false, reason: 'It cannot be reached.' } } as const;
    expect(check('Live updates', down)?.advice).toBeUndefined();
  });
});
