import type { Prisma, PrismaClient } from '../generated/sqlite/client.js';
import { ConstraintViolation, StorageUnavailable, type ConstraintKind } from '../storage-error.js';
import { isUnavailableCode, postgresError } from './postgresql/errors.js';

/** The client as it is inside a transaction. */
export type Transaction = Prisma.TransactionClient;

/** What a transaction does. */
export type TransactionWork<T> = (tx: Transaction, rollback: EndWith<T>) => Promise<T>;

/** Ends the transaction, undoes it and makes it resolve with the outcome. */
type EndWith<Outcome> = (outcome: Outcome) => never;

/**
 * The Prisma client on the connections of `SqlDatabase`, for the queries of administration (docs/architecture.md says
 * which those are). The first use loads it, which takes about 0.3 s and 60 MB.
 *
 * Errors of both methods: StorageUnavailable (retryable), ConstraintViolation, or Prisma's own for a broken query.
 */
export interface PrismaQueries {
  /** One query, or several that need no common transaction. */
  query<T>(work: (client: PrismaClient) => Promise<T>): Promise<T>;
  /**
   * Stores everything or nothing, and resolves after COMMIT returned. `work` awaits only `tx` and has no side effects:
   * on SQLite every other write waits for it, on PostgreSQL it runs again after a deadlock.
   */
  transaction<T>(work: TransactionWork<T>): Promise<T>;
}

/** Called with every statement that the client executes. */
export type OnPrismaQuery = (statement: string, params: readonly unknown[]) => void;

/** The wait for a connection or the writer. */
const MAX_WAIT_MS = 30_000;

/** `timeoutMs`: how long a transaction may take, waits for locks included. */
export function clientOptions(timeoutMs: number, onQuery: OnPrismaQuery | undefined) {
  return {
    transactionOptions: { maxWait: MAX_WAIT_MS, timeout: timeoutMs },
    log: onQuery ? [{ emit: 'event' as const, level: 'query' as const }] : [],
  };
}

interface Observable {
  $on(event: 'query', listener: (event: Prisma.QueryEvent) => void): void;
}

export function observed<Client>(client: Client, onQuery: OnPrismaQuery | undefined): Client {
  if (onQuery)
    (client as Observable).$on('query', ({ query, params }) => onQuery(query, JSON.parse(params) as unknown[]));
  return client;
}

const ATTEMPTS = 4;

class Rollback extends Error {
  override readonly name = 'Rollback';
  constructor(readonly outcome: unknown) {
    super('The transaction is rolled back.');
  }
}

/** `onUnavailable` is called for each query that the database could not serve. */
export function prismaQueries(load: () => Promise<PrismaClient>, onUnavailable: () => void): PrismaQueries {
  const translated = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (cause) {
      const error = prismaError(cause);
      if (error instanceof StorageUnavailable) onUnavailable();
      throw error;
    }
  };

  async function attempt<T>(work: TransactionWork<T>): Promise<T> {
    const client = await load();
    for (let number = 1; ; number += 1) {
      try {
        return await client.$transaction((tx) =>
          work(tx, (outcome) => {
            throw new Rollback(outcome);
          }),
        );
      } catch (error) {
        if (error instanceof Rollback) return error.outcome as T;
        if (number === ATTEMPTS || causeOf(error)?.kind !== 'TransactionWriteConflict') throw error;
      }
    }
  }

  return {
    query: (work) => translated(async () => work(await load())),
    transaction: (work) => translated(() => attempt(work)),
  };
}

/** Whether a query failed because a unique index has the row already. It ends the transaction on PostgreSQL. */
export function isDuplicate(error: unknown): boolean {
  return constraintOf(error) === 'unique';
}

/** The cause of an error as the driver adapter reports it. Prisma puts it in one of two places. */
interface AdapterCause {
  readonly kind?: string;
  readonly originalCode?: string;
  readonly constraint?: { readonly fields?: readonly string[] };
}

interface PrismaLikeError extends Error {
  readonly code?: string;
  readonly meta?: { readonly driverAdapterError?: { readonly cause?: AdapterCause } };
}

const constraints: Readonly<Record<string, ConstraintKind>> = {
  P2002: 'unique',
  P2003: 'foreignKey',
  P2011: 'notNull',
};

const unavailableKinds = new Set([
  'AuthenticationFailed',
  'ConnectionClosed',
  'DatabaseAccessDenied',
  'DatabaseDoesNotExist',
  'DatabaseNotReachable',
  'SocketTimeout',
  'TlsConnectionError',
  'TooManyConnections',
  'TransactionAlreadyClosed',
  'TransactionWriteConflict',
]);
/** The transaction did not begin in time, or took too long. */
const TRANSACTION_FAILED = 'P2028';

function causeOf(error: unknown): AdapterCause | undefined {
  if (!(error instanceof Error)) return undefined;
  const { meta, cause } = error as PrismaLikeError;
  return meta?.driverAdapterError?.cause ?? (cause as AdapterCause | undefined);
}

function constraintOf(error: unknown): ConstraintKind | undefined {
  return error instanceof Error ? constraints[(error as PrismaLikeError).code ?? ''] : undefined;
}

/** Prisma's messages quote the query with its values, so the new message contains none of their text. */
function prismaError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StorageUnavailable) return error;
  const cause = causeOf(error);
  const constraint = constraintOf(error);
  if (constraint) return new ConstraintViolation(constraint, cause?.constraint?.fields ?? [], { cause: error });
  const { code } = error as PrismaLikeError;
  const reason = cause?.originalCode ?? cause?.kind ?? code ?? '';
  if (
    code === TRANSACTION_FAILED ||
    unavailableKinds.has(cause?.kind ?? '') ||
    isUnavailableCode(cause?.originalCode ?? '')
  )
    return new StorageUnavailable(`The database could not serve a query (${reason}).`, { cause: error });
  return postgresError(error);
}
