import { describe, expect, it } from 'vitest';
import { alwaysApproved, isHasty } from '../src/features/overview/attention.js';
import { relativeChange, shareOf, slotLabel, sparkline, successRate } from '../src/features/overview/chart.js';
import { labelled, niceMax, stacked } from '../src/components/bars/scale.js';
import { doneSteps, nextStep } from '../src/features/overview/first-steps/steps.js';
import { timeZoneChoice } from '../src/lib/language/locale.js';

describe('prompt chart', () => {
  it('ends the axis at a round number above the largest value', () => {
    expect(niceMax([])).toBe(4);
    expect(niceMax([0, 3])).toBe(4);
    expect(niceMax([5])).toBe(6);
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
    expect(slotLabel('2026-02-28T15:00:00.000Z', '7d')).toMatch(/^1 Mar|^Mar 1/);
    timeZoneChoice.set('America/New_York');
    expect(slotLabel('2026-03-01T05:00:00.000Z', '30d')).toMatch(/^1 Mar|^Mar 1/);
    timeZoneChoice.set('');
  });

  it('stacks what has become of the prompts, without empty parts', () => {
    expect(stacked([3, 0, 1, 0, 2])).toEqual([
      { kind: 0, from: 0, to: 3 },
      { kind: 2, from: 3, to: 4 },
      { kind: 4, from: 4, to: 6 },
    ]);
  });
});

describe('figures', () => {
  it('have no percentage when there is nothing to compare with', () => {
    expect(relativeChange(5, 0)).toBeNull();
    expect(relativeChange(null, 5)).toBeNull();
    expect(relativeChange(5, null)).toBeNull();
    expect(relativeChange(6, 4)).toBe(0.5);
    expect(relativeChange(0, 4)).toBe(-1);
    expect(shareOf(0, 0)).toBeNull();
    expect(shareOf(1, 4)).toBe(0.25);
  });

  it('draw a line through the known values, of the height of the largest one', () => {
    expect(sparkline([0, 2, 4])).toBe('0.0,100.0 50.0,50.0 100.0,0.0');
    expect(sparkline([4, null, 2])).toBe('0.0,0.0 100.0,50.0');
    expect(sparkline([0, 0])).toBe('0.0,100.0 100.0,100.0');
  });
});

describe('callback success rate', () => {
  it('is null without finished deliveries', () => {
    expect(successRate({ delivered: 0, dead: 0, pending: 4 })).toBeNull();
  });

  it('ignores pending deliveries', () => {
    expect(successRate({ delivered: 3, dead: 1, pending: 9 })).toBe(0.75);
  });

  it('is not rounded to 100 % when one delivery is dead', () => {
    expect(successRate({ delivered: 99_999, dead: 1, pending: 0 })).toBe(0.999);
    expect(successRate({ delivered: 99_999, dead: 0, pending: 0 })).toBe(1);
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

describe('answers for each action', () => {
  const figures = {
    name: 'deploy.preview',
    asked: 84,
    pending: 0,
    by_grant: 0,
    by_rule: 0,
    approved: 84,
    edited: 0,
    rejected: 0,
    under_2_s: 0,
    median_answer_ms: 5000,
    people: null,
  };

  it('warns of fast answers from half of at least 20 on', () => {
    const answers = { approved: 10, edited: 4, rejected: 6, under_2_s: 10, median_answer_ms: 1900 };
    expect(isHasty(answers)).toBe(true);
    expect(isHasty({ ...answers, under_2_s: 9 })).toBe(false);
    expect(isHasty({ ...answers, approved: 9 })).toBe(false);
  });

  it('suggests a rule that allows from 50 approvals on, and standing approvals below', () => {
    const rare = { ...figures, name: 'cache.clear', asked: 50, approved: 49, pending: 1 };
    expect(alwaysApproved([rare, figures])).toEqual([
      { name: 'deploy.preview', approved: 84, verdict: 'allow' },
      { name: 'cache.clear', approved: 49, verdict: 'ask' },
    ]);
  });

  it('suggests nothing for an action that was not approved every time, was asked rarely, or has a name with other characters', () => {
    const others = [
      { rejected: 1, approved: 83 },
      { edited: 1, approved: 83 },
      { approved: 83 },
      { asked: 19, approved: 19 },
      { name: 'deploy.*' },
      { name: 'deploy preview' },
    ];
    expect(alwaysApproved(others.map((change) => Object.assign({}, figures, change)))).toEqual([]);
  });
});
