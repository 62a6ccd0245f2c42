import { ConstraintViolation, StorageUnavailable, type ConstraintKind } from '../../storage-error.js';

const constraints: Record<string, ConstraintKind> = {
  '23505': 'unique',
  '23503': 'foreignKey',
  '23502': 'notNull',
  '23514': 'check',
};

/**
 * Connection lost or refused (also for an unknown database, a rejected login or a wrong password), shutdown, out of resources,
 * system or I/O error, a session or transaction that a time limit ended (and later statements of it), read-only after a
 * failover, a lost race for locks.
 */
const unavailableCode =
  /^(?:08...|28...|3D000|53...|55000|57P0.|57014|58...|25006|25P0[234]|40001|40P01|40003|55P03|E[A-Z]{4,})$/;
const unavailableMessage = /connection terminated|connection ended|timeout|not queryable|pool after calling end/i;

/** pgbouncer rejects a connection that sets a time limit. */
const poolerRefusal = /unsupported startup parameter: (?:statement_timeout|idle_in_transaction_session_timeout)/;

interface PgError extends Error {
  code?: string;
  column?: string;
  detail?: string;
}

/** Whether the code of an error says that the database cannot serve now. */
export function isUnavailableCode(code: string): boolean {
  return unavailableCode.test(code);
}

export function postgresError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StorageUnavailable || error instanceof ConstraintViolation)
    return error;
  const { code = '', column, detail = '', message } = error as PgError;
  const kind = constraints[code];
  if (kind) return new ConstraintViolation(kind, column ? [column] : keyFields(detail), { cause: error });
  if (isUnavailableCode(code) || (code === '' && unavailableMessage.test(message))) {
    const fix = poolerRefusal.test(message) ? ' Behind pgbouncer add ?pgbouncer=true to DATABASE_URL.' : '';
    return new StorageUnavailable(`The database: ${message}${code ? ` (${code})` : ''}.${fix}`, { cause: error });
  }
  return error;
}

/** Whether the connection must not be used again: it was lost during a statement, or has an outdated plan. */
export function spoilsConnection(error: unknown): boolean {
  const { code = '', message } = error as PgError;
  return (
    /^(?:08|57P0|25P0[34]|E[A-Z])/.test(code) ||
    (code === '' && unavailableMessage.test(message)) ||
    isOutdatedPlan(error)
  );
}

/** A retry can succeed after a serialization failure, a deadlock, or a plan that a migration made invalid. */
export function isWorthRetrying(error: unknown): boolean {
  const { code } = error as PgError;
  return code === '40001' || code === '40P01' || isOutdatedPlan(error);
}

function isOutdatedPlan(error: unknown): boolean {
  const { code, message } = error as PgError;
  return code === '0A000' && message.includes('cached plan');
}

/** `Key (organization_id, id)=(…) already exists.` -> the columns, without the values. */
function keyFields(detail: string): string[] {
  return /^Key \(([^)]*)\)=/.exec(detail)?.[1]?.replaceAll('"', '').split(', ') ?? [];
}
