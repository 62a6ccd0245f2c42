import { describe, expect, it } from 'vitest';
import { bucketLabel, labelled, niceMax, successRate, totals } from '../src/features/overview/chart.js';
import { doneSteps, nextStep } from '../src/features/overview/first-steps.js';
import { timeZoneChoice } from '../src/lib/locale.js';

describe('prompt chart', () => {
  it('ends the axis at a round number above the largest value', () => {
    expect(niceMax([])).toBe(4);
    expect(niceMax([0, 3])).toBe(4);
    expect(niceMax([7])).toBe(8);
    expect(niceMax([11])).toBe(20);
    expect(niceMax([1204])).toBe(2000);
    expect(niceMax([4001])).toBe(5000);
  });

  it('shows about six labels for any number of bars', () => {
    expect([...labelled(24)]).toEqual([0, 4, 8, 12, 16, 20]);
    expect(labelled(7).size).toBeLessThanOrEqual(6);
    expect([...labelled(1)]).toEqual([0]);
  });

  it('labels days in the chosen time zone', () => {
    timeZoneChoice.set('Asia/Tokyo');
    expect(bucketLabel('2026-02-28T15:00:00.000Z', '7d')).toMatch(/^1 Mar|^Mar 1/);
    timeZoneChoice.set('America/New_York');
    expect(bucketLabel('2026-03-01T05:00:00.000Z', '30d')).toMatch(/^1 Mar|^Mar 1/);
    timeZoneChoice.set('');
  });

  it('sums the buckets', () => {
    const bucket = {
      from: '2026-03-01T00:00:00.000Z',
      created: 3,
      answered: 2,
      expired: 1,
      cancelled: 1,
      undeliverable: 2,
    };
    expect(totals([bucket, bucket])).toEqual({ created: 6, answered: 4, expired: 2, cancelled: 2, undeliverable: 4 });
  });
});

describe('callback success rate', () => {
  it('is null without finished deliveries', () => {
    expect(successRate({ delivered: 0, dead: 0, pending: 4 })).toBeNull();
  });

  it('ignores pending deliveries', () => {
    expect(successRate({ delivered: 3, dead: 1, pending: 9 })).toBe(75);
  });

  it('is not rounded to 100 % when one delivery is dead', () => {
    expect(successRate({ delivered: 99_999, dead: 1, pending: 0 })).toBe(99.9);
    expect(successRate({ delivered: 99_999, dead: 0, pending: 0 })).toBe(100);
  });
});

describe('first steps', () => {
  const nothing = { channels: [], prompts: [], keys: [] };
  const channels = [{ channel_id: 'approvals', channel_type: 'PROMPT' }];
  const unused = { revoked_at: null, last_used_at: null };

  it('starts with the channel', () => {
    expect(nextStep(doneSteps(nothing))).toBe('channel');
    expect(nextStep(doneSteps({ ...nothing, channels }))).toBe('prompt');
  });

  it('does not count a revoked key', () => {
    const revoked = { revoked_at: '2026-03-01T00:00:00.000Z', last_used_at: null };
    expect(doneSteps({ ...nothing, keys: [revoked] }).key).toBe(false);
    expect(doneSteps({ ...nothing, keys: [revoked, unused] }).key).toBe(true);
  });

  it('is complete after a request of an agent, not after a test prompt of an operator', () => {
    const tested = { channels, prompts: [{ operator_id: 'ada' }], keys: [unused] };
    expect(nextStep(doneSteps(tested))).toBe('agent');
    expect(nextStep(doneSteps({ ...tested, prompts: [{ operator_id: null }] }))).toBeNull();
    const used = { revoked_at: null, last_used_at: '2026-03-01T00:00:00.000Z' };
    expect(nextStep(doneSteps({ ...tested, keys: [used] }))).toBeNull();
  });
});
