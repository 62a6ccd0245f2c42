import { addressColumns, type DeliveryRow, type Store } from '@gateway/core';
import { expect, test } from 'vitest';
import { createStore } from '../../src/store.js';
import { onEveryEngine } from '../engines.js';
import { recorded } from '../recorded.js';
import { callConversations } from './call-conversations.js';
import { callNotifications } from './call-notifications.js';
import { callOperators } from './call-operators.js';
import { callPosts } from './call-posts.js';
import { callSearch } from './call-search.js';
import { insertLargeDataSet } from './large-data-set.js';
import { callReceivers } from './call-receivers.js';
import { callSavedViews } from './call-saved-views.js';
import { callPeople } from './people-fixture.js';
import { scans } from './plan.js';
import {
  after,
  claim,
  newAnswer,
  newAudit,
  newChannel,
  newDelivery,
  newKey,
  newMessage,
  newPrompt,
  now,
  org,
  settlement,
} from './fixture.js';
import { newActivity, newTraffic } from './traffic-fixture.js';
import { newHostedFile } from './hosted-file-fixture.js';
import { mayScan } from './may-scan.js';

/** The accounts of a person. */
const answeredBy = [
  { id: '7', platform: 'pigeon' },
  { id: '8', platform: 'pigeon' },
  { id: 'operator:a7', platform: null },
];

/** The first page and a later one, the newest first and the oldest first. */
const pagesAt = (position: number) => [
  { limit: 50, before: null },
  { limit: 50, before: position },
  { limit: 50, before: null, after: null },
  { limit: 50, before: null, after: position },
];

/** Calls what lists, workers and inbound events call. */
async function callEverything(store: Store): Promise<void> {
  const { channels, prompts, messages, deliveries, keys, idempotency, audit } = store;
  await prompts.openIn(org, ['c7', 'c8'], now, 20);
  for (const page of pagesAt(10_000)) {
    for (const filter of [
      {},
      { platform: 'platform-3' },
      { channelType: 'PROMPT' },
      { isActive: true },
      { q: 'x' },
    ] as const) {
      await channels.list(org, filter, page);
    }
    for (const state of [undefined, 'pending', 'answered', 'expired'] as const) {
      const filter = { now, ...(state && { state }) };
      for (const more of [
        {},
        { channelId: 'c7' },
        { channelIds: ['c7', 'c8'] },
        { correlationIds: ['order-77', 'order-78'] },
        { nums: [77, 78] },
        { apiKeyId: 'k7' },
        { apiKeyId: 'k7', channelIds: ['c7', 'c8'], since: after(-60) },
        { answeredBy },
        { answeredBy, channelIds: ['c7', 'c8'], since: after(-60) },
        { apiKeyId: null, answeredBy, correlationIds: ['order-77'] },
        { answeredBy, q: 'deploy 77' },
        { q: 'deploy 77' },
        { since: after(-60), until: after(60) },
        { since: after(-60), channelIds: ['c7', 'c8'] },
      ]) {
        if (page.after !== undefined && 'q' in more) continue;
        await prompts.list(org, { ...filter, ...more }, page);
        if (state !== 'pending' || 'answeredBy' in more || 'q' in more || 'nums' in more || 'since' in more) continue;
        for (const endingAfter of [null, { expiresAt: after(60), num: 77 }, { expiresAt: null, num: 77 }])
          await prompts.list(org, { ...filter, ...more }, { limit: 5000, before: null, endingAfter });
      }
    }
    for (const direction of [{}, { direction: 'outbound' }] as const) {
      for (const more of [{}, { channelId: 'c7' }, { channelIds: ['c7', 'c8'] }, { q: 'hello 77' }]) {
        await messages.list(org, { ...direction, ...more }, page);
        await messages.listAs({ created_at: 'createdAt' }, org, { ...direction, ...more }, page);
      }
    }
  }
  for (const page of pagesAt(1000)) {
    for (const channels of [null, ['c7', 'c8']]) await keys.list(org, page, channels);
    for (const filter of [{}, { action: 'key.created' }, { resourceId: 'r77' }, { actorId: 'a77' }]) {
      await audit.list(org, filter, page);
      await audit.list(org, { ...filter, since: after(-60), until: after(60) }, page);
    }
  }
  await keys.roll({ organizationId: org, id: 'k80', at: now, until: after(60) }, newKey('rolled'));
  await channels.insert(newChannel('new'), newAudit('channel.created', 'new'));
  await channels.get(org, 'c7');
  await channels.update(org, 'c7', 1, { updatedAt: now });
  await channels.setHealth(org, ['c7', 'c8'], { state: 'ok', detail: null, at: now });
  await channels.noteTest({ organizationId: org, channelId: 'c7', revision: 1 }, 'no', now);
  await channels.withApprovers(org);
  await channels.touch([newActivity('c7', { inboundAt: now })], [newTraffic('c7', now)]);
  await channels.traffic(org, ['c7', 'c8'], after(-3600));

  await prompts.closedAmong(org, [77, 78], now);
  await prompts.countByState(org, now, 1000);
  await prompts.countOpen(org, 'c7', 1000);
  await prompts.byMessage(org, ['c7', 'c8'], 'm77');
  await prompts.orphanAbandoned({ before: after(60), now: after(-60), removeBefore: after(-60) });
  const key = { organizationId: org, caller: 'k8', key: 'key-8', holder: 'h8' };
  const opened = { ...key, fingerprint: { current: 'f', former: 'g' } };
  await idempotency.begin(opened, { now, until: after(60), forgetAt: after(3600) });
  const prompt = await prompts.open(newPrompt(), key);
  await prompts.repost(org, prompt.num, after(60));
  await prompts.posted(org, prompt.num, { messageId: 'new', messageIds: ['new'], ref: null });
  const showing = { now: after(1), until: after(61) };
  await prompts.beginShowing(org, prompt.num, showing);
  await prompts.releaseShowing(org, prompt.num, showing);
  const press = { account: 'bot', eventId: 'show', at: now };
  await prompts.shown(org, prompt.num, { messageId: 'new', messageIds: ['new'], ref: null }, press);
  await prompts.notShown(org, prompt.num, { detail: 'no', at: now, delivery: newDelivery() });
  await prompts.answer(newAnswer(prompt));
  await prompts.discard(prompt, key);
  await prompts.noteMessage(org, prompt.num, 'newer');
  await prompts.nextExpiry();
  await prompts.expireDue(now, 100, () => newDelivery());
  await prompts.nextClosing(['pigeon']);
  const closings = await prompts.claimClosings(after(1), after(11), 10, ['pigeon']);
  await prompts.endClosings(closings.map((closing) => ({ closing, retryAt: null, messageClosedAt: null })));
  await prompts.confirmed(org, prompt.num);
  await callSearch(store);
  await callConversations(store);
  await callPosts(store);

  for (const state of [undefined, 'pending', 'delivered', 'dead'] as const) {
    for (const more of [
      {},
      { channelId: 'c7' },
      { channelIds: ['c7', 'c8'] },
      { promptNum: 77 },
      { messageId: 'm77' },
      { eventId: 'd77' },
      { destination: 'https://host-7' },
      { destination: 'https://host-7', channelIds: ['c7', 'c8'], path: '/hook' },
      { statuses: [{ from: 500, to: 599 }, null] },
      { eventType: 'e', since: after(-60), until: after(60) },
      { promptNum: 77, destination: 'https://host-7', path: '/hook', eventType: 'e', since: after(-60) },
    ]) {
      const filter = { ...(state && { state }), ...more };
      for (const page of pagesAt(10_000)) await deliveries.list(org, filter, page);
    }
  }
  for (const before of [null, 10_000]) {
    await deliveries.retryMany(org, ['d77', 'd78'], { channelIds: ['c77'] }, now, newAudit('delivery.retried', 'd77'));
    for (const filter of [
      {},
      { channelId: 'c7' },
      { channelIds: ['c7', 'c8'] },
      { promptNum: 107 },
      { destination: 'https://host-7', since: after(-60) },
      { destination: 'https://host-7', statuses: [null] },
    ]) {
      await deliveries.countDead(org, filter);
      await deliveries.retryDead(org, filter, { now, limit: 100, before, audit: newAudit('delivery.retried', 'dead') });
    }
  }
  await deliveries.retry(org, 'd77', now, newAudit('delivery.retried', 'd77'));
  const request = { organizationId: org, caller: 'k7', key: 'key-7', holder: 'h7' };
  await idempotency.begin(
    { ...request, fingerprint: { current: 'f', former: 'g' } },
    { now, until: after(60), forgetAt: after(3600) },
  );
  await idempotency.renew(request, after(70));
  await idempotency.finish(request, { status: 200, body: '{}' }, after(3600));
  await idempotency.release(request, now);

  const claimed = await claim(store, { skip: ['https://host-3'], busy: ['https://host-4'] });
  await deliveries.renew(claimed, after(60));
  await deliveries.settle(
    claimed.map((row: DeliveryRow, index) =>
      settlement({ ...row, erase: index % 2 === 0 }, index % 3 ? 'delivered' : after(60), { startedAt: after(700) }),
    ),
  );
  await callReceivers(store);
  await deliveries.failingReceivers(org, 200);
  await deliveries.nextDue();
  await deliveries.get(org, 'd77');
  await messages.get(org, 'm77');
  const about = { channelId: 'c77', problem: null };
  for (const messageId of ['m77', 'platform-m77', 'unknown']) {
    for (const state of ['delivered', 'failed'] as const)
      await store.deliveryReports.apply(org, [{ ...about, messageId, state }], now, () => null);
  }
  await store.deliveryReports.unreadUntil(org, 'c77', now);
  const [waiting] = await store.deliveryReports.waiting(now, 50);
  await store.deliveryReports.wait([waiting!]);
  await store.deliveryReports.removeWaiting([waiting!]);
  const event = { organizationId: org, account: 'bot', eventId: 'new', at: now };
  const message = newMessage('new');
  await messages.receive(event, message, newDelivery({ messageId: 'new' }));
  await messages.insert({ ...message, id: 'sent', direction: 'outbound' }, newAudit('channel.message_sent', 'c7'));
  await keys.byHash('h77');
  await keys.get(org, 'k77');
  await keys.insert(newKey('new'), newAudit('key.created', 'new'));
  await keys.touch([{ organizationId: org, id: 'k78', at: now }]);

  const file = newHostedFile('f-new');
  await store.hostedFiles.add(file, 2_000_000);
  await store.hostedFiles.append(file.tokenHash, 0, new Uint8Array(8));
  await store.hostedFiles.find(file.tokenHash, now);
  await store.hostedFiles.ofPrompt(org, 77, now);
  await store.hostedFiles.chunk('f77', 0);
  await store.hostedFiles.due(after(-60), 100);
  await store.hostedFiles.reschedule(['f77', 'f78'], { checkAt: after(60), endsAt: null });
  await store.hostedFiles.remove('f79');

  await store.rateLimits?.share([{ subject: 's77', spentMs: 5 }], now.getTime(), after(60).getTime());
  await store.rateLimits?.removeUnused(now.getTime());

  await callSavedViews(store);
  await callOperators(store);
  await callPeople(store);
  await callNotifications(store);

  const { retention } = store;
  await retention.update(
    org,
    (current) => ({ ...current, promptsRetentionDays: 7 }),
    () => newAudit('settings.updated', 'retention'),
  );
  await retention.all();
  for (const before of [after(-60), after(60)]) {
    await retention.remove({ of: 'prompts', organizationId: org, before }, 100);
    await retention.remove({ of: 'messages', organizationId: org, direction: 'inbound', before }, 100);
    await retention.remove({ of: 'delivered', organizationId: org, before }, 100);
    for (const of of [
      'inbound events',
      'failing receivers',
      'reported receivers',
      'stream events',
      'idempotent requests',
      'leases',
      'notification devices',
    ] as const) {
      await retention.remove({ of, before }, 100);
    }
  }
  for (const of of ['prompts', 'messages'] as const) {
    await retention.count({ of, organizationId: org, direction: 'inbound', before: after(-90_000) });
  }
  await store.streamEvents.removedTo(org);
  await retention.recordRun({ organizationId: org, at: now, prompts: 1, messages: 0 });
  await retention.lastRun(org);
  for (const channels of [null, ['c7', 'c8']])
    await store.serviceStatus.counts(org, { now, answeredSince: after(-60) }, channels);
  await store.policies.isNamedOutside(org, 'p7', ['c7', 'c8']);
  for (const column of addressColumns) {
    const [row] = await store.storedTexts.page(column, null, 50);
    await store.storedTexts.page(column, row ?? null, 50);
    await store.storedTexts.replace(column, [{ organizationId: org, id: 7, before: '{}', after: '{}' }]);
  }
  await store.storedTexts.remember('x', '1');
  await store.storedTexts.recall('x');
  await store.probe('small');
  const stretch = { from: after(-60), to: after(60) };
  for (const channels of [null, ['c7', 'c8']]) await store.windowStatistics.read(org, [stretch], stretch, channels);
  // All prompts of the data set were created at the same time: PostgreSQL would read the table for a window with all of them.
  const later = { from: after(1), to: after(60) };
  for (const channels of [null, ['c7', 'c8']])
    await store.promptStatistics.read(org, [later], { from: after(-180), to: after(-60) }, channels);
}

onEveryEngine((engine) => {
  test('reads no whole table for lists, searches, workers and inbound events', { tags: ['slow'] }, async () => {
    const { database, statements } = await recorded(await engine.empty());
    await insertLargeDataSet(database);
    statements.length = 0;
    const store = await createStore(database);
    try {
      await callEverything(store);
      const asked = [...new Map(statements.map((statement) => [statement[0], statement])).values()];
      expect(asked.length).toBeGreaterThan(60);
      const offenders: Record<string, string[]> = {};
      for (const statement of asked) {
        const found = mayScan.test(statement[0]) ? [] : await scans(database, statement);
        if (found.length > 0) offenders[statement[0]] = found;
      }
      expect(offenders).toEqual({});
    } finally {
      await store.close();
    }
  });
});
