import { describe, expect, it } from 'vitest';
import { bucketLabel, labelled, niceMax, successRate, totals } from '../src/features/overview/chart.js';
import { doneSteps, nextStep } from '../src/features/overview/first-steps.js';

describe('The chart of prompts', () => {
  it('has an axis that ends at a round number above the largest bar', () => {
    expect(niceMax([])).toBe(4);
    expect(niceMax([0, 3])).toBe(4);
    expect(niceMax([7])).toBe(8);
    expect(niceMax([11])).toBe(20);
    expect(niceMax([1204])).toBe(2000);
    expect(niceMax([4001])).toBe(5000);
  });

  it('has about six labels, however many bars', () => {
    expect([...labelled(24)]).toEqual([0, 4, 8, 12, 16, 20]);
    expect(labelled(7).size).toBeLessThanOrEqual(6);
    expect([...labelled(1)]).toEqual([0]);
  });

  it('names a day as it was counted, in UTC', () => {
    expect(bucketLabel('2026-03-01T00:00:00.000Z', '7d')).toMatch(/1/);
    expect(bucketLabel('2026-03-01T23:00:00.000Z', '30d')).toBe(bucketLabel('2026-03-01T00:00:00.000Z', '30d'));
  });

  it('adds up what the bars show', () => {
    const bucket = { from: '2026-03-01T00:00:00.000Z', created: 3, answered: 2, expired: 1, cancelled: 1 };
    expect(totals([bucket, bucket])).toEqual({ created: 6, answered: 4, expired: 2, cancelled: 2 });
  });
});

describe('The share of callbacks that arrived', () => {
  it('is unknown while none is decided', () => {
    expect(successRate({ delivered: 0, dead: 0, pending: 4 })).toBeNull();
  });

  it('leaves out what is still under way', () => {
    expect(successRate({ delivered: 3, dead: 1, pending: 9 })).toBe(75);
  });

  it('is never rounded to all when one was given up', () => {
    expect(successRate({ delivered: 99_999, dead: 1, pending: 0 })).toBe(99.9);
    expect(successRate({ delivered: 99_999, dead: 0, pending: 0 })).toBe(100);
  });
});

describe('The first steps', () => {
  const nothing = { channels: [], prompts: [], keys: [] };
  const channels = [{ channel_id: 'approvals', channel_type: 'PROMPT' }];
  const unused = { revoked_at: null, last_used_at: null };

  it('begin with a channel', () => {
    expect(nextStep(doneSteps(nothing))).toBe('channel');
    expect(nextStep(doneSteps({ ...nothing, channels }))).toBe('prompt');
  });

  it('do not take a revoked key for a key', () => {
    const revoked = { revoked_at: '2026-03-01T00:00:00.000Z', last_used_at: null };
    expect(doneSteps({ ...nothing, keys: [revoked] }).key).toBe(false);
    expect(doneSteps({ ...nothing, keys: [revoked, unused] }).key).toBe(true);
  });

  it('end when an agent has called, not when an operator has tried', () => {
    const tried = { channels, prompts: [{ operator_id: 'ada' }], keys: [unused] };
    expect(nextStep(doneSteps(tried))).toBe('agent');
    expect(nextStep(doneSteps({ ...tried, prompts: [{ operator_id: null }] }))).toBeNull();
    const used = { revoked_at: null, last_used_at: '2026-03-01T00:00:00.000Z' };
    expect(nextStep(doneSteps({ ...tried, keys: [used] }))).toBeNull();
  });
});
