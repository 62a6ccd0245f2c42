import type { DeliveryRow, Store } from '@gateway/core';
import { expect, test } from 'vitest';
import type { Database } from '../../src/open.js';
import type { Sql, SqlValue } from '../../src/sql.js';
import { createStore } from '../../src/store.js';
import { freshDatabase, onEveryEngine } from '../engines.js';
import { after, claim, newAnswer, newAudit, newDelivery, newKey, newPrompt, now, org, settlement } from './fixture.js';

type Statement = [text: string, params: readonly SqlValue[] | undefined];

/** The database, and every statement that goes through it. */
function recorded(database: Database): { database: Database; statements: Statement[] } {
  const statements: Statement[] = [];
  const recording = (sql: Sql): Sql => ({
    all: (...statement) => (statements.push([statement[0], statement[1]]), sql.all(...statement)),
    first: (...statement) => (statements.push([statement[0], statement[1]]), sql.first(...statement)),
    run: (...statement) => (statements.push([statement[0], statement[1]]), sql.run(...statement)),
  });
  const write: Database['sql']['write'] = (work) => database.sql.write((tx) => work(recording(tx)));
  return { database: { ...database, sql: { ...recording(database.sql), write } }, statements };
}

/** The history of a busy year in small: nearly all of it is over. */
async function fill({ engine, sql }: Database): Promise<void> {
  const series = (count: number) =>
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`;
  const time = (date: Date) =>
    engine === 'postgresql' ? `timestamptz '${date.toISOString()}'` : String(date.getTime());
  await sql.run(
    `INSERT INTO prompt (organization_id, num, channel_id, platform, chat_id, account, text, options, allow_text,
       notify_on_expiry, nonce, correlation_id, state, created_at, expires_at, close_due_at, answered_at)
     ${series(20_000)}
     SELECT ?, i, 'c' || (i % 300), 'pigeon', '1', 'bot', 'Deploy ' || i || '?', '[]', ?, ?, 'n', 'order-' || i,
       CASE WHEN i % 4 = 0 THEN 'expired' WHEN i > 19000 THEN 'pending' WHEN i % 5000 = 1 THEN 'posting' ELSE 'answered' END,
       ?, CASE WHEN i < 19990 THEN ${time(after(60))} ELSE ${time(after(-60))} END, CASE WHEN i % 2000 = 3 THEN ${time(now)} END,
       CASE WHEN i % 200 = 3 THEN ${time(now)} ELSE ${time(after(-86_400))} END FROM n`,
    [org, true, true, now],
  );
  await sql.run('UPDATE organization SET prompt_seq = 20000');
  await sql.run(
    `INSERT INTO inbound_event (organization_id, account, event_id, received_at) ${series(5000)}
     SELECT ?, 'bot', 'e' || i, ? FROM n`,
    [org, now],
  );
  await sql.run(
    `INSERT INTO stream_event (organization_id, type, resource_id, at) ${series(5000)}
     SELECT ?, 'message.sent', 'r' || i, ? FROM n`,
    [org, now],
  );
  await sql.run(
    `INSERT INTO idempotent_request (organization_id, caller, key, fingerprint, expires_at) ${series(5000)}
     SELECT ?, 'k' || (i % 300), 'key-' || i, 'f', ? FROM n`,
    [org, now],
  );
  await sql.run(
    `INSERT INTO prompt_message (organization_id, channel_id, message_id, prompt_num)
     SELECT organization_id, channel_id, 'm' || num, num FROM prompt`,
  );
  await sql.run(
    `INSERT INTO delivery (organization_id, id, event_type, channel_id, url, destination, body, signed, erase, lane, state,
       run_at, created_at)
     ${series(60_000)}
     SELECT ?, 'd' || i, 'e', 'c' || (i % 300), 'u', 'https://host-' || (i % 50), '{}', ?, i % 2 = 0,
       CASE WHEN i > 59900 THEN 'lane-' || (i % 10) END, CASE WHEN i > 59700 THEN 'pending' ELSE 'delivered' END, ?, ? FROM n`,
    [org, true, now, now],
  );
  await sql.run(
    `UPDATE delivery SET prompt_num = seq, state = CASE WHEN seq % 100 = 7 THEN 'dead' ELSE state END WHERE seq < 50000`,
  );
  await sql.run(
    `INSERT INTO delivery_attempt (organization_id, delivery_id, number, started_at, duration_ms)
     SELECT organization_id, id, 1, created_at, 5 FROM delivery`,
  );
  await sql.run(
    `INSERT INTO message (organization_id, id, channel_id, direction, text, platform, created_at)
     ${series(20_000)}
     SELECT ?, 'm' || i, 'c' || (i % 300), CASE WHEN i % 20 = 0 THEN 'outbound' ELSE 'inbound' END, 'hello ' || i, 'pigeon', ? FROM n`,
    [org, now],
  );
  await sql.run(
    `INSERT INTO channel (organization_id, channel_id, platform, target_chat_id, channel_type, is_active, credentials,
       account, created_at, updated_at)
     ${series(5000)}
     SELECT ?, 'c' || i, 'platform-' || (i % 10), '1', CASE WHEN i % 3 = 0 THEN 'PROMPT' ELSE 'MESSAGE' END, ?, 's', 'a' || i, ?, ? FROM n`,
    [org, true, now, now],
  );
  await sql.run(
    `INSERT INTO api_key (organization_id, id, name, key_prefix, hash, scopes, created_at)
     ${series(2000)} SELECT ?, 'k' || i, 'n', 'p', 'h' || i, '[]', ? FROM n`,
    [org, now],
  );
  await sql.run(
    `INSERT INTO audit_entry (organization_id, at, actor_kind, actor_id, action, resource_kind, resource_id)
     ${series(5000)}
     SELECT ?, ?, 'key', 'a' || (i % 500), CASE WHEN i % 50 = 0 THEN 'key.created' ELSE 'channel.updated' END, 'r', 'r' || (i % 500) FROM n`,
    [org, now],
  );
  await sql.run(
    `INSERT INTO operator (organization_id, id, name, email, password_hash, role, created_at, updated_at)
     ${series(500)} SELECT ?, 'a' || i, 'n', 'e' || i, 'h', 'viewer', ?, ? FROM n`,
    [org, now, now],
  );
  await sql.run(
    `INSERT INTO one_time_link (organization_id, id, purpose, token_hash, created_at, expires_at)
     ${series(500)} SELECT ?, 'l' || i, 'invitation', 't' || i, ?, ? FROM n`,
    [org, now, now],
  );
  if (engine === 'postgresql') await sql.run('ANALYZE');
}

/** Whatever lists, workers and inbound events ask of the database. */
async function everyday(store: Store): Promise<void> {
  const { channels, prompts, messages, deliveries, keys, idempotency, audit } = store;
  for (const before of [null, 10_000]) {
    const page = { limit: 50, before };
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
      for (const more of [{}, { channelId: 'c7' }, { correlationId: 'order-77' }, { q: 'deploy 77' }]) {
        await prompts.list(org, { ...filter, ...more }, page);
      }
    }
    for (const direction of [{}, { direction: 'outbound' }] as const) {
      for (const more of [{}, { channelId: 'c7' }, { q: 'hello 77' }])
        await messages.list(org, { ...direction, ...more }, page);
    }
  }
  for (const before of [null, 1000]) {
    const page = { limit: 50, before };
    await keys.list(org, page);
    for (const filter of [{}, { action: 'key.created' }, { resourceId: 'r77' }, { actorId: 'a77' }])
      await audit.list(org, filter, page);
  }
  await channels.get(org, 'c7');
  await channels.update(org, 'c7', 1, { updatedAt: now });
  await channels.setHealth(org, ['c7', 'c8'], { state: 'ok', detail: null, at: now });
  await channels.touch([{ organizationId: org, channelId: 'c7', inboundAt: now, outboundAt: null }]);

  await prompts.byMessage(org, ['c7', 'c8'], 'm77');
  await prompts.discardAbandoned(after(-60));
  const prompt = await prompts.open(newPrompt());
  await prompts.posted(org, prompt.num, { messageId: 'new', messageIds: ['new'], ref: null });
  await prompts.answer(newAnswer(prompt));
  await prompts.discard(org, prompt.num);
  await prompts.nextExpiry();
  await prompts.expireDue(now, 100, () => newDelivery());
  await prompts.nextClosing();
  for (const closing of await prompts.claimClosings(after(1), after(11), 10)) await prompts.endClosing(closing, null);
  await prompts.confirmed(org, prompt.num);

  for (const before of [null, 10_000]) {
    for (const state of [undefined, 'pending', 'delivered', 'dead'] as const) {
      for (const more of [{}, { channelId: 'c7' }, { promptNum: 77 }, { messageId: 'm77' }, { eventId: 'd77' }]) {
        const filter = { ...(state && { state }), ...more };
        await deliveries.list(org, filter, { limit: 50, before });
      }
    }
    for (const filter of [{}, { channelId: 'c7' }, { promptNum: 107 }]) {
      await deliveries.countDead(org, filter);
      await deliveries.retryDead(org, filter, { now, limit: 100, before, audit: newAudit('delivery.retried', 'dead') });
    }
  }
  await deliveries.retry(org, 'd77', now, newAudit('delivery.retried', 'd77'));
  const request = { organizationId: org, caller: 'k7', key: 'key-7', fingerprint: 'f', until: after(60) };
  await idempotency.begin(request, now);
  await idempotency.renew(request, after(70));
  await idempotency.finish({ ...request, until: after(70) }, { status: 200, body: '{}' }, after(3600));
  await idempotency.release(request);

  const claimed = await claim(store, { skip: ['https://host-3'] });
  await deliveries.renew(claimed, after(60));
  await deliveries.settle(
    claimed.map((row: DeliveryRow, index) => settlement({ ...row, erase: index % 2 === 0 }, 'delivered')),
  );
  await deliveries.nextDue();
  await deliveries.get(org, 'd77');
  await messages.get(org, 'm77');
  await keys.byHash('h77');
  await keys.get(org, 'k77');
  await keys.insert(newKey('new'), newAudit('key.created', 'new'));
  await keys.touch([{ organizationId: org, id: 'k78', at: now }]);

  const { retention } = store;
  await retention.update(
    org,
    (current) => ({ ...current, promptsRetentionDays: 7 }),
    newAudit('settings.updated', 'retention'),
  );
  await retention.all();
  for (const before of [after(-60), after(60)]) {
    await retention.remove({ of: 'prompts', organizationId: org, before }, 100);
    await retention.remove({ of: 'messages', organizationId: org, direction: 'inbound', before }, 100);
    await retention.remove({ of: 'delivered', organizationId: org, before }, 100);
    for (const of of ['inbound events', 'stream events', 'idempotent requests', 'leases'] as const) {
      await retention.remove({ of, before }, 100);
    }
  }
  for (const of of ['prompts', 'messages'] as const) {
    await retention.count({ of, organizationId: org, direction: 'inbound', before: after(-90_000) });
  }
  await retention.recordRun({ organizationId: org, at: now, prompts: 1, messages: 0 }, now);
  await retention.lastRun(org);
  await store.status.counts(org, { now, answeredSince: after(-60) });
  await store.statistics.read(org, [{ from: after(-60), to: after(60) }]);
}

/** The parts of a plan that read a whole table or a whole index of one. */
async function scans({ engine, sql }: Database, [text, params]: Statement): Promise<string[]> {
  if (engine === 'sqlite') {
    const steps = await sql.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${text}`, params);
    const table =
      /^SCAN (?:prompt|prompt_message|delivery|delivery_attempt|message|channel|api_key|other|audit_entry|operator|one_time_link|link|did|e|lease|inbound_event|stream_event|idempotent_request|d|f|m|due)\b/;
    return steps.map(({ detail }) => detail).filter((detail) => table.test(detail));
  }
  const [plan] = await sql.all<Record<string, { Plan: PlanNode }[]>>(`EXPLAIN (FORMAT JSON) ${text}`, params);
  return Object.values(plan ?? {}).flatMap((plans) => plans.flatMap(({ Plan }) => scanned(Plan)));
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** Reading an index from its end is fine where a LIMIT stops it. */
function scanned(node: PlanNode, parent?: PlanNode): string[] {
  const type = node['Node Type'];
  const stops = parent?.['Node Type'] === 'Limit';
  const whole = type === 'Seq Scan' || (/Index.* Scan/.test(type) && node['Index Cond'] === undefined && !stops);
  const own = whole ? [`${type} of ${node['Index Name'] ?? node['Relation Name']}`] : [];
  // Locking what is read lies between the two and changes nothing about it.
  const above = type === 'LockRows' ? parent : node;
  return [...own, ...(node.Plans ?? []).flatMap((child) => scanned(child, above))];
}

/**
 * Searching in texts reads them; organizations, their settings and their last removal are a row per tenant, leases one per
 * account; counting the channels looks at each.
 */
const mayScan =
  /LIKE|\borganization\b|\bretention_settings\b|FROM lease\b|\bremoval_run\b|GROUP BY (?:platform|health)|health = 'failing'|pg_notify/;

onEveryEngine((engine) => {
  test(
    'no list, no worker and no inbound event reads a whole table, a search in texts excepted',
    { timeout: 60_000 },
    async () => {
      const { database, statements } = recorded(await freshDatabase(engine));
      await fill(database);
      statements.length = 0;
      const store = await createStore(database);
      try {
        await everyday(store);
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
    },
  );
});
