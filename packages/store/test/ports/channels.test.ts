import type { ChannelActivity, ChannelFilter, ChannelTraffic, Page } from '@gateway/core';
import { expect, test } from 'vitest';
import { onEveryEngine } from '../engines.js';
import { after, freshStore, newChannel, now, org, twoStores } from './fixture.js';
import { newActivity, newTraffic } from './traffic-fixture.js';

const all = { limit: 50, before: null };

onEveryEngine((engine) => {
  test('inserts a channel as active, with unknown health, at revision 1', async () => {
    const { channels } = await freshStore(engine);
    expect(await channels.insert(newChannel('ops'))).toBe(true);
    expect(await channels.get(org, 'ops')).toEqual({
      ...newChannel('ops'),
      answersAfter: 0,
      outsideWindow: 'refuse',
      templateName: null,
      templateLanguage: null,
      approvers: null,
      policyId: null,
      promptLinks: false,
      maxOpenPerKey: null,
      maxOpenPerPerson: null,
      seq: 1,
      isActive: true,
      health: 'unknown',
      healthDetail: null,
      healthSince: null,
      accountProblem: null,
      accountRemark: null,
      testProblem: null,
      testRemark: null,
      lastInboundAt: null,
      lastOutboundAt: null,
      lastOutboundPrompt: null,
      lastAnsweredAt: null,
      lastAnsweredPrompt: null,
      revision: 1,
      updatedAt: now,
    });
    expect(await channels.get(org, 'other')).toBeNull();
    expect(await channels.get('elsewhere', 'ops')).toBeNull();
  });

  test('rejects a duplicate channel id in one organization, also of an inactive channel', async () => {
    const { channels } = await freshStore(engine);
    await channels.insert(newChannel('ops'));
    await channels.update(org, 'ops', 1, { isActive: false, updatedAt: now });
    expect(await channels.insert(newChannel('ops', { account: 'bot-2' }))).toBe(false);
    expect((await channels.get(org, 'ops'))?.account).toBe('bot-1');
    expect(await channels.insert(newChannel('ops', { organizationId: 'elsewhere' }))).toBe(true);
  });

  test('applies exactly one of many concurrent changes from one revision', async () => {
    const stores = await twoStores(engine);
    await stores[0].channels.insert(newChannel('ops'));
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        stores[index % 2 ? 1 : 0].channels.update(org, 'ops', 1, {
          targetChatId: `chat-${index}`,
          updatedAt: after(5),
        }),
      ),
    );
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(await stores[0].channels.get(org, 'ops')).toMatchObject({
      targetChatId: `chat-${outcomes.indexOf(true)}`,
      revision: 2,
      updatedAt: after(5),
      createdAt: now,
      callbackUrl: 'https://agent.example/hook',
    });
  });

  test('updates only the named fields, null included', async () => {
    const { channels } = await freshStore(engine);
    await channels.insert(newChannel('ops'));
    await channels.update(org, 'ops', 1, { callbackUrl: null, updatedAt: after(1) });
    expect(await channels.get(org, 'ops')).toMatchObject({ callbackUrl: null, credentials: 'sealed', isActive: true });
    expect(await channels.update(org, 'nowhere', 1, { updatedAt: now })).toBe(false);
  });

  test('filters and paginates the list, newest first', async () => {
    const { channels } = await freshStore(engine);
    await channels.insert(newChannel('a-1', { platform: 'raven', targetChatId: 'Flight_Deck' }));
    await channels.insert(newChannel('b-2', { channelType: 'MESSAGE' }));
    await channels.insert(newChannel('c-3', { targetChatId: '100%' }));
    await channels.insert(newChannel('d-4', { organizationId: 'elsewhere' }));
    await channels.update(org, 'b-2', 1, { isActive: false, updatedAt: now });
    const listed = async (filter: ChannelFilter, page: Page = all) =>
      (await channels.list(org, filter, page)).map(({ channelId }) => channelId);

    expect(await listed({})).toEqual(['c-3', 'b-2', 'a-1']);
    expect(await listed({ platform: 'raven' })).toEqual(['a-1']);
    expect(await listed({ channelType: 'MESSAGE' })).toEqual(['b-2']);
    expect(await listed({ isActive: true })).toEqual(['c-3', 'a-1']);
    expect(await listed({ isActive: false })).toEqual(['b-2']);
    expect(await listed({ q: 'B-' })).toEqual(['b-2']);
    expect(await listed({ q: 'flight_d' })).toEqual(['a-1']);
    expect(await listed({ q: '0%' })).toEqual(['c-3']);
    expect(await listed({ q: '_' })).toEqual(['a-1']);
    expect(await listed({ q: '\\' })).toEqual([]);

    const [first] = await channels.list(org, {}, { limit: 1, before: null });
    expect(first?.channelId).toBe('c-3');
    const before = first?.seq ?? 0;
    expect(await listed({}, { limit: 1, before })).toEqual(['b-2']);
    expect(await listed({ isActive: true }, { limit: 9, before })).toEqual(['a-1']);
  });

  test('filters channels by health, with inactive ones apart', async () => {
    const { channels } = await freshStore(engine);
    for (const id of ['new', 'fine', 'ill', 'off']) await channels.insert(newChannel(id));
    await channels.setHealth(org, ['fine'], { state: 'ok', detail: null, at: now });
    await channels.setHealth(org, ['ill', 'off'], { state: 'failing', detail: 'no', at: now });
    await channels.update(org, 'off', 1, { isActive: false, updatedAt: now });
    const listed = async (filter: ChannelFilter) =>
      (await channels.list(org, filter, { limit: 9, before: null })).map(({ channelId }) => channelId);
    expect(await listed({ health: 'unknown' })).toEqual(['new']);
    expect(await listed({ health: 'ok' })).toEqual(['fine']);
    expect(await listed({ health: 'failing' })).toEqual(['ill']);
    expect(await listed({ health: 'inactive' })).toEqual(['off']);
    expect(await listed({ health: 'failing', isActive: false })).toEqual([]);
  });

  test('returns the active channels of all organizations, oldest first', async () => {
    const { channels } = await freshStore(engine);
    await channels.insert(newChannel('z'));
    await channels.insert(newChannel('a', { organizationId: 'elsewhere' }));
    await channels.insert(newChannel('off'));
    await channels.update(org, 'off', 1, { isActive: false, updatedAt: now });
    expect((await channels.active()).map(({ channelId }) => channelId)).toEqual(['z', 'a']);
  });

  test('updates health_since only when the health changes, and never the revision', async () => {
    const { channels } = await freshStore(engine);
    for (const id of ['a', 'b', 'c']) await channels.insert(newChannel(id));
    await channels.setHealth(org, ['a', 'b'], {
      state: 'failing',
      detail: 'The token was revoked.',
      remark: null,
      at: after(1),
    });
    await channels.setHealth(org, ['a'], { state: 'failing', detail: 'Still\0revoked.', at: after(2) });
    await channels.setHealth(org, ['b'], { state: 'ok', detail: null, at: after(3) });
    await channels.setHealth(org, [], { state: 'failing', detail: 'no', at: after(4) });

    const health = async (id: string) => {
      const channel = await channels.get(org, id);
      return [channel?.health, channel?.healthDetail, channel?.healthSince, channel?.revision];
    };
    expect(await health('a')).toEqual(['failing', 'Still\uFFFDrevoked.', after(1), 1]);
    expect(await health('b')).toEqual(['ok', null, after(3), 1]);
    expect(await health('c')).toEqual(['unknown', null, null, 1]);
  });

  test('tracks test problems and account problems separately', async () => {
    const { channels } = await freshStore(engine);
    await channels.insert(newChannel('a'));
    const at = (seconds: number) => ({ at: after(seconds) });
    const account = (state: 'ok' | 'unknown', seconds: number) =>
      channels.setHealth(org, ['a'], { state, detail: null, ...at(seconds) });
    const tested = (problem: string | null, seconds: number, revision = 1) =>
      channels.noteTest({ organizationId: org, channelId: 'a', revision }, problem, after(seconds));
    const health = async () => {
      const channel = await channels.get(org, 'a');
      return [channel?.health, channel?.healthDetail, channel?.healthSince];
    };
    await tested('No such chat.', 1);
    await account('ok', 2);
    expect(await health()).toEqual(['failing', 'No such chat.', after(1)]);
    await channels.setHealth(org, ['a'], { state: 'failing', detail: 'Bad Gateway.', ...at(3) });
    await tested(null, 4);
    expect(await health()).toEqual(['failing', 'Bad Gateway.', after(1)]);
    await account('unknown', 5);
    expect(await health()).toEqual(['unknown', null, after(5)]);
    await tested('Of credentials that were changed meanwhile.', 6, 2);
    expect(await health()).toEqual(['unknown', null, after(5)]);
    await tested(null, 7);
    expect(await health()).toEqual(['ok', null, after(7)]);
    await account('unknown', 8);
    expect(await health()).toEqual(['ok', null, after(7)]);
  });

  test('shows the remark of a working account, and a problem before it', async () => {
    const { channels } = await freshStore(engine);
    await channels.insert(newChannel('a'));
    const account = (remark: string | null, seconds: number) =>
      channels.setHealth(org, ['a'], { state: 'ok', detail: null, remark, at: after(seconds) });
    const tested = (problem: string | null, seconds: number) =>
      channels.noteTest({ organizationId: org, channelId: 'a', revision: 1 }, problem, after(seconds));
    const health = async () => {
      const channel = await channels.get(org, 'a');
      return [channel?.health, channel?.healthDetail, channel?.healthSince];
    };
    await account('Texts are withheld.', 1);
    expect(await health()).toEqual(['ok', 'Texts are withheld.', after(1)]);
    await tested('No such chat.', 2);
    expect(await health()).toEqual(['failing', 'No such chat.', after(2)]);
    await tested(null, 3);
    expect(await health()).toEqual(['ok', 'Texts are withheld.', after(3)]);
    await account(null, 4);
    expect(await health()).toEqual(['ok', null, after(3)]);
  });

  test('moves the activity times forward only', async () => {
    const { channels } = await freshStore(engine);
    await channels.insert(newChannel('a'));
    await channels.insert(newChannel('b'));
    const times = async (id: string) => {
      const channel = await channels.get(org, id);
      return [channel?.lastInboundAt, channel?.lastOutboundAt];
    };
    await channels.touch([newActivity('b', { outboundAt: after(5) }), newActivity('a', { inboundAt: after(9) })], []);
    await channels.touch([newActivity('a', { inboundAt: after(3), outboundAt: after(4) })], []);
    await channels.touch([], []);
    expect(await times('a')).toEqual([after(9), after(4)]);
    expect(await times('b')).toEqual([null, after(5)]);
  });

  test('keeps which prompt was posted and answered last', async () => {
    const { channels } = await freshStore(engine);
    await channels.insert(newChannel('a'));
    const touch = (activity: Partial<ChannelActivity>) => channels.touch([newActivity('a', activity)], []);
    await touch({ outboundAt: after(5), outboundPrompt: 7, answeredAt: after(6), answeredPrompt: 7 });
    await touch({ outboundAt: after(3), outboundPrompt: 5, answeredAt: after(4), answeredPrompt: 5 });
    await touch({ inboundAt: after(9) });
    expect(await channels.get(org, 'a')).toMatchObject({
      lastOutboundPrompt: 7,
      lastAnsweredAt: after(6),
      lastAnsweredPrompt: 7,
    });
    await touch({ outboundAt: after(8) });
    expect(await channels.get(org, 'a')).toMatchObject({ lastOutboundPrompt: null, lastAnsweredPrompt: 7 });
  });

  test('adds up the traffic of concurrent instances by channel and period, and removes what is old', async () => {
    const { channels, retention } = await freshStore(engine);
    const add = (...periods: ChannelTraffic[]) => channels.touch([], periods);
    await Promise.all([
      add(newTraffic('a', now, { asked: 2 }), newTraffic('b', now, { received: 1 })),
      add(newTraffic('b', now, { received: 4 }), newTraffic('a', now, { asked: 3, refused: 1 })),
      add(newTraffic('a', after(-60), { answered: 1 })),
      add(newTraffic('a', after(-600), { answered: 9 })),
    ]);
    expect(await channels.traffic(org, ['a', 'b', 'c'], after(-60))).toEqual([
      newTraffic('a', after(-60), { answered: 1 }),
      newTraffic('a', now, { asked: 5, refused: 1 }),
      newTraffic('b', now, { received: 5 }),
    ]);
    expect(await channels.traffic(org, ['b'], now)).toEqual([newTraffic('b', now, { received: 5 })]);
    await retention.remove({ of: 'channel traffic', before: now }, 10, now);
    expect(await channels.traffic(org, ['a'], after(-600))).toEqual([newTraffic('a', now, { asked: 5, refused: 1 })]);
  });
});
