import { expect, it } from 'vitest';
import { blockIn, pageOf } from '../docs/page.js';
import { codingWeek } from './trace/coding-week.js';
import { operationsWeek } from './trace/operations-week.js';
import { runWeek } from './trace/run-week.js';
import type { Step } from './trace/week.js';

const { sectionOf } = pageOf('standing-approvals.md');

const weeks: readonly (readonly [section: string, channel: string, steps: Step[]])[] = [
  ['A coding agent', 'approvals', codingWeek()],
  ['An operations agent', 'operations', operationsWeek()],
];

it.each(weeks)(
  'the rules of the section "%s" ask about less than 30 % of a week of 1,000 actions, and allow nothing dangerous',
  { tags: ['slow'], timeout: 300_000 },
  async (section, channel, steps) => {
    expect([steps.length, steps.filter(({ sense }) => sense === 'dangerous').length > 15]).toEqual([1000, true]);
    const result = await runWeek(blockIn(sectionOf(section), 'yaml'), channel, steps);
    expect(result.dangerous).toEqual([]);
    expect(result.asked, JSON.stringify(result)).toBeLessThanOrEqual(300);
    // Rules alone ask about more.
    expect(result.allowedByGrant, JSON.stringify(result)).toBeGreaterThan(200);
  },
);
