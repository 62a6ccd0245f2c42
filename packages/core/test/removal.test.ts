import { expect, it, onTestFinished } from 'vitest';
import { DEFAULT_RETENTION, type Change, type Removal, type Store } from '../src/index.js';
import { BatchSize } from '../src/removal/batch-size.js';
import { startRemoval } from '../src/removal/removal.js';
import { manualClock, settle, silentLog } from './manual-clock.js';

const HOUR_MS = 3_600_000;

function setUp(settings: Partial<typeof DEFAULT_RETENTION>) {
  const clock = manualClock();
  const removals: (Removal & { at: number; limit: number; removed: number })[] = [];
  const due = new Map<Removal['of'], number>();
  let current = settings;
  let listener: (change: Change) => void = () => {};
  const retention = {
    all: async () => [{ organizationId: 'default', ...DEFAULT_RETENTION, ...current, updatedAt: new Date(0) }],
    async remove(removal: Removal, limit: number) {
      const removed = Math.min(limit, due.get(removal.of) ?? 0);
      removals.push({ ...removal, at: clock.now(), limit, removed });
      due.set(removal.of, (due.get(removal.of) ?? 0) - removed);
      return removed;
    },
    recordRun: async () => {},
  } as Partial<Store['retention']> as Store['retention'];
  const changes = { subscribe: (subscriber: (change: Change) => void) => ((listener = subscriber), () => {}) };
  const loop = startRemoval({ store: { retention, changes } as Partial<Store> as Store, clock, log: silentLog });
  onTestFinished(() => loop.stop());
  const ofKind = (kind: Removal['of']) => removals.filter(({ of }) => of === kind);
  return {
    clock,
    removals,
    ofKind,
    due,
    loop,
    announce: (change: Change) => listener(change),
    change: (to: typeof settings) => (current = to),
  };
}

it('startRemoval deletes batch after batch until nothing is due, then every hour', async () => {
  const { clock, ofKind, removals, due } = setUp({
    messagesInboundRetentionEnabled: true,
    messagesInboundRetentionDays: 7,
  });
  due.set('messages', 1203);
  const start = clock.now();
  await clock.advance(HOUR_MS - 1);
  const messages = ofKind('messages');
  expect(messages.reduce((sum, { removed }) => sum + removed, 0)).toBe(1203);
  expect(messages.at(-1)?.removed).toBeLessThan(messages.at(-1)?.limit ?? 0);
  expect(Math.max(...messages.map(({ at }) => at)) - start).toBeLessThan(HOUR_MS / 2);
  expect(messages[0]).toMatchObject({ direction: 'inbound', before: new Date(start - 7 * 24 * HOUR_MS) });
  // A kind of which no row is due is asked once.
  expect(ofKind('sessions')).toHaveLength(1);
  await clock.advance(HOUR_MS);
  expect(ofKind('messages')).toHaveLength(messages.length + 1);
  expect(
    removals.some(
      (removal) => removal.of === 'prompts' || (removal.of === 'messages' && removal.direction === 'outbound'),
    ),
  ).toBe(false);
});

it('startRemoval deletes of each kind in turn, so that no backlog delays the other kinds', async () => {
  const { clock, removals, due } = setUp({ promptsRetentionEnabled: true });
  due.set('prompts', 5000).set('stream events', 5000);
  await clock.advance(HOUR_MS - 1);
  const full = removals.filter(({ removed }) => removed > 0).map(({ of }) => of);
  expect(full.slice(0, 4)).toEqual(['prompts', 'stream events', 'prompts', 'stream events']);
});

it('startRemoval stops after the current batch, however many rows are left', async () => {
  const { clock, due, loop, ofKind } = setUp({ promptsRetentionEnabled: true });
  due.set('prompts', 100_000);
  await clock.advance(1);
  await loop.stop();
  const before = ofKind('prompts').length;
  await clock.advance(HOUR_MS);
  expect(ofKind('prompts').length).toBe(before);
  expect(due.get('prompts')).toBeGreaterThan(0);
});

it('startRemoval reads the settings again while it deletes, and stops deleting what they no longer allow', async () => {
  const { clock, due, change, ofKind } = setUp({ promptsRetentionEnabled: true });
  due.set('prompts', Infinity);
  await clock.advance(100);
  change({ promptsRetentionEnabled: false });
  await clock.advance(1000);
  const before = ofKind('prompts').length;
  expect(before).toBeGreaterThan(1);
  await clock.advance(HOUR_MS);
  expect(ofKind('prompts').length).toBe(before);
});

it('startRemoval runs again as soon as the settings change', async () => {
  const { clock, removals, ofKind, announce } = setUp({ promptsRetentionEnabled: true });
  await settle();
  expect(ofKind('prompts')).toHaveLength(1);
  announce({ kind: 'delivery' });
  await settle();
  expect(ofKind('prompts')).toHaveLength(1);
  announce({ kind: 'settings', organizationId: 'default' });
  await settle();
  expect(ofKind('prompts')).toHaveLength(2);
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
    'notification devices': 720,
    'one-time links': 0,
    'used tokens': 0,
    'sign-in failures': 24,
    'channel traffic': 192,
    'receiver traffic': 192,
  });
});

it('BatchSize grows while batches are fast, shrinks while they are slow, and stays within 10 and 1000 rows', () => {
  const size = new BatchSize();
  const first = size.rows;
  size.note(4);
  expect(size.rows).toBe(2 * first);
  for (let count = 0; count < 10; count += 1) size.note(0);
  expect(size.rows).toBe(1000);
  size.note(1000);
  expect(size.rows).toBe(500);
  size.note(10);
  expect(size.rows).toBe(400);
  for (let count = 0; count < 10; count += 1) size.note(1000);
  expect(size.rows).toBe(10);
});
