import { expect, it, onTestFinished } from 'vitest';
import { DEFAULT_RETENTION, type Change, type Removal, type Store } from '../src/index.js';
import { startRemoval } from '../src/retention/removal.js';
import { manualClock, settle, silentLog } from './manual-clock.js';

const HOUR_MS = 3_600_000;

function setUp(settings: Partial<typeof DEFAULT_RETENTION>) {
  const clock = manualClock();
  const removals: (Removal & { at: number; limit: number })[] = [];
  const due = new Map<Removal['of'], number>();
  let listener: (change: Change) => void = () => {};
  const retention = {
    all: async () => [{ organizationId: 'default', ...DEFAULT_RETENTION, ...settings, updatedAt: new Date(0) }],
    async remove(removal: Removal, limit: number) {
      removals.push({ ...removal, at: clock.now(), limit });
      const count = Math.min(limit, due.get(removal.of) ?? 0);
      due.set(removal.of, (due.get(removal.of) ?? 0) - count);
      return count;
    },
    recordRun: async () => {},
  } as Partial<Store['retention']> as Store['retention'];
  const changes = { subscribe: (subscriber: (change: Change) => void) => ((listener = subscriber), () => {}) };
  const loop = startRemoval({ store: { retention, changes } as Partial<Store> as Store, clock, log: silentLog });
  onTestFinished(() => loop.stop());
  return { clock, removals, due, announce: (change: Change) => listener(change) };
}

it('startRemoval deletes in batches with pauses until nothing is due, then every hour', async () => {
  const { clock, removals, due } = setUp({ messagesInboundRetentionEnabled: true, messagesInboundRetentionDays: 7 });
  due.set('messages', 1203);
  const start = clock.now();
  await clock.advance(2 * HOUR_MS);
  const messages = removals.filter(({ of }) => of === 'messages');
  expect(messages.map(({ at }) => at - start)).toEqual([0, 100, 200, 200 + HOUR_MS]);
  expect(messages.every(({ limit }) => limit === 500)).toBe(true);
  expect(messages[0]).toMatchObject({ direction: 'inbound', before: new Date(start - 7 * 24 * HOUR_MS) });
  expect(
    removals.some(
      (removal) => removal.of === 'prompts' || (removal.of === 'messages' && removal.direction === 'outbound'),
    ),
  ).toBe(false);
});

it('startRemoval runs again as soon as the settings change', async () => {
  const { clock, removals, announce } = setUp({ promptsRetentionEnabled: true });
  await settle();
  const passes = () => removals.filter(({ of }) => of === 'prompts').length;
  expect(passes()).toBe(1);
  announce({ kind: 'delivery' });
  await settle();
  expect(passes()).toBe(1);
  announce({ kind: 'settings', organizationId: 'default' });
  await settle();
  expect(passes()).toBe(2);
  expect(clock.now()).toBe(removals[0]?.at);
});

it('startRemoval keeps inbound events for 48 h, stream events and failed sign-ins for 24 h, delivered callbacks for 30 days, independent of the settings', async () => {
  const { clock, removals } = setUp({});
  await settle();
  const agesInHours = removals.map(({ of, before }) => [of, (clock.now() - before.getTime()) / HOUR_MS]);
  expect(Object.fromEntries(agesInHours)).toEqual({
    delivered: 720,
    'failing receivers': 168,
    'reported receivers': 2160,
    'inbound events': 48,
    'stream events': 24,
    'idempotent requests': 0,
    sessions: 0,
    'one-time links': 0,
    'sign-in failures': 24,
  });
});
