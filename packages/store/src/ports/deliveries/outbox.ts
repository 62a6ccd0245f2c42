import type { NewDelivery } from '@gateway/core';
import { batchOf } from '../../sql/batch.js';
import type { Database } from '../../open.js';
import { Expression, insertInto } from '../../sql/insert.js';
import type { DeliveryRow } from '../../sql/rows.js';
import type { Sql, SqlValue } from '../../sql/sql.js';
import type { Step } from '../../sql/steps.js';

/**
 * The step that inserts a delivery, due at once or claimed, once the step `after` has returned a row. `body`: an
 * expression for the body.
 */
export function deliveryStep(
  after: string,
  { claim, ...delivery }: Omit<NewDelivery, 'body'> & { readonly body: string | Expression },
): Step {
  const step = (row: object, from: string, ...params: SqlValue[]) => {
    const [statement, values] = insertInto(
      'delivery',
      { ...delivery, runAt: delivery.runAt ?? delivery.createdAt, state: 'pending', ...row },
      new Expression(`${after}${from}`, ...params),
    );
    return { name: 'enqueued', statement, params: values };
  };
  if (!claim || delivery.lane !== null) return step({}, '');
  const unlessHeldBack = (claimed: string, due: string, ...params: SqlValue[]) =>
    new Expression(`CASE WHEN receiver.held_back THEN ${due} ELSE ${claimed} END`, ...params);
  const { statement, ...rest } = step(
    {
      // PostgreSQL needs the type; for SQLite it is a number.
      runAt: unlessHeldBack('?', 'CAST(? AS timestamptz)', delivery.createdAt, claim.until),
      attempts: unlessHeldBack('1', '0'),
      claimedBy: unlessHeldBack('?', 'NULL', claim.holder),
    },
    `, (SELECT EXISTS (SELECT 1 FROM failing_receiver r WHERE r.destination = ? AND r.timed_out)
          OR EXISTS (SELECT 1 FROM paused_receiver p WHERE p.destination = ?) AS held_back) AS receiver`,
    delivery.destination,
    delivery.destination,
  );
  return { ...rest, statement: `${statement} RETURNING *` };
}

/** The row of a delivery step if it was inserted as claimed. */
export function claimedOf(row: DeliveryRow | undefined): DeliveryRow | null {
  return row && row.attempts > 0 ? row : null;
}

/** Inserts any number of deliveries, also none, in one statement, due at once. Appends no stream events. */
export function deliveryInserter(
  engine: Database['engine'],
): (tx: Sql, deliveries: readonly NewDelivery[]) => Promise<void> {
  const columns = {
    organization_id: 'text',
    id: 'text',
    event_type: 'text',
    channel_id: 'text',
    prompt_num: 'integer',
    message_id: 'text',
    url: 'text',
    destination: 'text',
    body: 'text',
    signed: 'boolean',
    erase: 'boolean',
    lane: 'text',
    trace: 'text',
    created_at: 'timestamptz',
    run_at: 'timestamptz',
  } as const;
  const names = Object.keys(columns).join(', ');
  const inserted = batchOf(engine, 'inserted', columns);
  const statement = `
    INSERT INTO delivery (${names}, state) SELECT ${names}, 'pending' FROM ${inserted.table}`;
  return async (tx, deliveries) => {
    if (deliveries.length === 0) return;
    const rows = deliveries.map((delivery) => ({
      organization_id: delivery.organizationId,
      id: delivery.id,
      event_type: delivery.eventType,
      channel_id: delivery.channelId,
      prompt_num: delivery.promptNum,
      message_id: delivery.messageId,
      url: delivery.url,
      destination: delivery.destination,
      body: delivery.body,
      signed: delivery.signed,
      erase: delivery.erase,
      lane: delivery.lane,
      trace: delivery.trace,
      created_at: delivery.createdAt,
      run_at: delivery.runAt ?? delivery.createdAt,
    }));
    await tx.run(statement, [inserted.parameter(rows)]);
  };
}
