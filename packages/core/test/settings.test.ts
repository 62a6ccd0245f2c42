import { describe, expect, it } from 'vitest';
import {
  DEFAULT_RETENTION,
  openPrincipal,
  type Change,
  type RetentionRow,
  type RetentionStore,
  type Store,
} from '../src/index.js';
import { Settings } from '../src/retention/settings.js';
import { manualClock } from './manual-clock.js';

/** Stored settings in memory, with a count of reads. */
function setUp() {
  let row: RetentionRow = { organizationId: 'default', ...DEFAULT_RETENTION, updatedAt: new Date(0) };
  let reads = 0;
  let answer: () => Promise<RetentionRow> = async () => row;
  let listener: (change: Change) => void = () => {};
  const retention: Pick<RetentionStore, 'get' | 'update'> = {
    get: () => {
      reads += 1;
      return answer();
    },
    update: async (_organization, change) => (row = change(row)),
  };
  const changes = { subscribe: (subscriber: (change: Change) => void) => ((listener = subscriber), () => {}) };
  const clock = manualClock();
  return {
    clock,
    settings: new Settings({
      store: { retention, changes } as Partial<Store> as Store,
      clock,
      managed: { check: async () => {} },
    }),
    announce: (change: Change) => listener(change),
    /** A change by another instance. */
    changeElsewhere: (change: Partial<RetentionRow>) => (row = { ...row, ...change }),
    answerWith: (next: () => Promise<RetentionRow>) => (answer = next),
    get reads() {
      return reads;
    },
  };
}

describe('Settings', () => {
  it('refuses to enable retention with stored days that are out of range', async () => {
    const state = setUp();
    state.changeElsewhere({ promptsRetentionDays: 0 });
    await expect(state.settings.update(openPrincipal, { promptsRetentionEnabled: true })).rejects.toThrow(
      'prompts_retention_days must be 1 to 3650',
    );
    await state.settings.update(openPrincipal, { promptsRetentionEnabled: true, promptsRetentionDays: 7 });
  });

  it('reads the database once for many reads within the cache time', async () => {
    const state = setUp();
    await Promise.all(Array.from({ length: 1000 }, () => state.settings.retention('default')));
    for (let second = 0; second < 3; second += 1) {
      await state.clock.advance(1000);
      await state.settings.retention('default');
    }
    expect(state.reads).toBe(1);
  });

  it('applies an update on the same instance at once', async () => {
    const { settings } = setUp();
    await settings.retention('default');
    await settings.update(openPrincipal, { messagesInboundZeroRetention: true });
    expect((await settings.retention('default')).messagesInboundZeroRetention).toBe(true);
  });

  it.each([
    ['as soon as it is announced', 0, { kind: 'settings', organizationId: 'default' }],
    ['when announcements may have been missed', 0, { kind: 'everything' }],
    ['within 5 s without any announcement', 4999, null],
  ] as const)('follows a change of another instance %s', async (_, waitMs, announcement) => {
    const { settings, clock, changeElsewhere, announce } = setUp();
    await settings.retention('default');
    changeElsewhere({ messagesInboundZeroRetention: true });
    if (announcement) announce(announcement);
    await clock.advance(waitMs);
    expect((await settings.retention('default')).messagesInboundZeroRetention).toBe(true);
  });

  it('reads again after a failed read', async () => {
    const { settings, answerWith } = setUp();
    answerWith(() => Promise.reject(new Error('away')));
    await expect(settings.retention('default')).rejects.toThrow('away');
    const row = { organizationId: 'default', ...DEFAULT_RETENTION, updatedAt: new Date(1) };
    answerWith(async () => row);
    expect(await settings.retention('default')).toBe(row);
  });

  it('ignores a read that was running when the settings changed', async () => {
    const { settings, answerWith } = setUp();
    let finish: (row: RetentionRow) => void = () => {};
    const old = { organizationId: 'default', ...DEFAULT_RETENTION, updatedAt: new Date(0) };
    answerWith(() => new Promise((resolve) => (finish = resolve)));
    const slow = settings.retention('default');
    const changed = await settings.update(openPrincipal, { messagesInboundZeroRetention: true });
    finish(old);
    await slow;
    answerWith(async () => changed);
    expect((await settings.retention('default')).messagesInboundZeroRetention).toBe(true);
  });
});
