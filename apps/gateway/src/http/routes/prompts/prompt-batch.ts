import { createHash, randomUUID } from 'node:crypto';
import { createBatch, createPrompt, GatewayError, type BatchCreated, type CallInput } from '@gateway/contract';
import type { Gateway, Principal } from '@gateway/core';
import { endpoint, NotFinal, type Endpoint } from '../../endpoint.js';
import { responseOf } from '../../errors/errors.js';
import type { InternalCall, InternalCaller } from '../../internal-call.js';

/** Questions that are posted at the same time. */
const PARALLEL = 4;

type Result = BatchCreated['results'][number];

export interface BatchRoutesOptions {
  readonly gateway: Pick<Gateway, 'rateLimits'>;
  readonly callsOf: (caller: InternalCaller) => InternalCall;
}

/** Several questions in one request. Each is asked by the route of one question, with an idempotency key of its own. */
export function batchRoutes({ gateway: { rateLimits }, callsOf }: BatchRoutesOptions): Endpoint[] {
  return [
    endpoint(createBatch, async ({ body, flaws, idempotencyKey, principal, address, admit, trace }) => {
      const call = callsOf({ authenticate: admit, address, trace });
      const id = idempotencyKey === null ? randomUUID() : batchId(principal, idempotencyKey);
      const ask = async (prompt: unknown, index: number): Promise<Result> => {
        try {
          const flaw = flaws?.get(index);
          if (flaw) throw flaw;
          // The request of the batch was counted when it came.
          if (index > 0) rateLimits.request(principal);
          const key = body.idempotency_keys?.[index] ?? (idempotencyKey === null ? null : `batch:${id}:${index}`);
          const headers = { ...(key !== null && { 'idempotency-key': key }) };
          return await call(createPrompt, { body: prompt } as CallInput<typeof createPrompt>, { headers });
        } catch (error) {
          const explained = error instanceof GatewayError ? error : responseOf(error);
          if (!explained) throw error;
          return explained.body as Result;
        }
      };
      const results = await inParallel(body.prompts, ask);
      const reply = { batch_id: id, results };
      return results.some((result) => 'retryable' in result && result.retryable) ? new NotFinal(reply) : reply;
    }),
  ];
}

/** The same for each repetition, on any instance. */
function batchId({ keyId, operator, kind }: Principal, idempotencyKey: string): string {
  const caller = keyId ?? operator?.id ?? kind;
  return createHash('sha256')
    .update(JSON.stringify([caller, idempotencyKey]))
    .digest('base64url')
    .slice(0, 22);
}

async function inParallel<T, R>(items: readonly T[], work: (item: T, index: number) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const worker = async () => {
    for (const [index, item] of queue) results[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
  return results;
}
