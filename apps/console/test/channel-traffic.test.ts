import { describe, expect, it } from 'vitest';
import type { Channel } from '../src/features/channels/queries.js';
import { isProven, ticksOf, type Period } from '../src/features/channels/traffic.js';

const now = Date.parse('2026-03-08T13:30:00Z');
const period = (from: string, counts: Partial<Period> = {}): Period => ({
  from: `2026-03-${from}:00:00.000Z`,
  asked: 0,
  answered: 0,
  received: 0,
  refused: 0,
  ...counts,
});

describe('the ticks of a channel', () => {
  it('cover seven days to the end of the current six hours, oldest first', () => {
    const ticks = ticksOf([], now);
    expect(ticks).toHaveLength(28);
    expect(ticks[0]).toMatchObject({ from: '2026-03-01T18:00:00.000Z', state: 'none' });
    expect(ticks.at(-1)).toEqual({
      ...period('08T12'),
      until: '2026-03-08T18:00:00.000Z',
      state: 'none',
    });
    expect(ticks.every(({ from }, index) => index === 0 || from === ticks[index - 1]?.until)).toBe(true);
  });

  it('stand at their periods, and traffic from before the week is left out', () => {
    const asked = { asked: 1 };
    const ticks = ticksOf([period('01T12', asked), period('01T18', asked), period('08T12', asked)], now);
    expect(ticks.flatMap(({ state }, index) => (state === 'none' ? [] : [index]))).toEqual([0, 27]);
  });

  it('begin a new period at its first millisecond', () => {
    const noon = Date.parse('2026-03-08T12:00:00Z');
    expect(ticksOf([], noon - 1).at(-1)?.from).toBe('2026-03-08T06:00:00.000Z');
    expect(ticksOf([], noon).at(-1)?.from).toBe('2026-03-08T12:00:00.000Z');
  });

  it.each([
    ['fine', { asked: 1 }],
    ['fine', { received: 1 }],
    ['fine', { answered: 1 }],
    ['some', { asked: 2, refused: 1 }],
    ['failed', { refused: 1 }],
    ['failed', { received: 3, refused: 1 }],
    ['none', {}],
  ])('are %s for %j', (state, counts) => {
    expect(ticksOf([period('08T12', counts)], now).at(-1)?.state).toBe(state);
  });
});

describe('a channel', () => {
  const proof = { at: '2026-03-08T12:00:00.000Z', prompt_id: null };
  const channel = (proofs: Partial<Channel['health']['proofs']>) =>
    ({ health: { proofs: { asked: null, answered: null, received: null, ...proofs } } }) as Channel;

  it('is not proven before any traffic', () => {
    expect(isProven(channel({}))).toBe(false);
  });

  it.each(['asked', 'answered', 'received'] as const)('is proven when it was %s once', (kind) => {
    expect(isProven(channel({ [kind]: proof }))).toBe(true);
  });
});
