import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import {
  actionPath,
  authInfoOf,
  createHttpServing,
  invalidArguments,
  type Caller,
  type Wait,
} from '@gateway/agent-protocols/mcp';
import { traceOf, type Clock } from '@gateway/core';
import type { Logger } from 'pino';
import { addressOf } from '../http/access/forwarded.js';
import { readJson } from '../http/body/read-body.js';
import type { Arrival } from '../http/entry/door.js';
import { isAmbiguity } from '../http/errors/check-input.js';
import { HttpError } from '../http/errors/errors.js';
import type { InternalCall, InternalCaller } from '../http/internal-call.js';
import { sendJson } from '../http/reply.js';
import { version } from '../version.js';
import { CallResponse } from './call-response.js';
import { OpenCalls } from './open-calls.js';
import { ResumableCalls } from './resume.js';
import { AddedEvents, writeResponse } from './web-response.js';

export interface McpOptions {
  readonly callsOf: (caller: InternalCaller) => InternalCall;
  readonly clock: Clock;
  readonly log: Logger;
  readonly isStopping: () => boolean;
  /** Signs what clients send back when they call again. */
  readonly stateKey: Uint8Array;
}

/** Answers admitted requests to `/mcp`: the streamable HTTP transport of MCP, of revision 2026-07-28 and of those of 2025. No session is kept. */
export function mcpEndpoint({ callsOf, clock, log, isStopping, stateKey }: McpOptions) {
  const serving = createHttpServing({
    version,
    stateKey,
    onError: (error) => log.debug({ reason: error.message }, 'An MCP request failed'),
  });
  const calls = new OpenCalls();
  const resumable = new ResumableCalls(stateKey);

  return async ({ request, response, principal, admit, trace }: Arrival): Promise<void> => {
    const id = principal.keyId ?? principal.kind;
    const { message, refusal } = await readMessage(request, response, (eventId) =>
      resumable.continuation(eventId, id, clock.now()),
    );
    if (refusal) return sendJson(request, response, 200, refusal);
    const caller: Caller = {
      call: callsOf({
        authenticate: admit,
        address: addressOf(request),
        trace: traceOf(metaOf(message)) ?? trace,
      }),
      clock,
      id,
      owns: (prompt) => prompt.api_key_id === principal.keyId,
      isStopping,
    };
    const open = calls.open(id, request, message);
    response.once('close', () => open.end());
    const events = new AddedEvents(response);
    const onWait = (wait: Wait) => events.add(resumable.eventOf(wait, id, request.headers, message));
    const authInfo = authInfoOf({ caller, onWait }, id, [...principal.scopes]);
    if (request.method === 'POST') {
      const begun = await serving.begin(
        { headers: request.headers, message },
        authInfo,
        (cancel) => new CallResponse(response, events, open.signal, cancel),
      );
      if (begun) return await begun.ended;
    }
    const webCall = webRequest(request, message !== undefined, open.signal);
    const answer = await serving.fetch(webCall, authInfo, message);
    await writeResponse(answer, response, open.sessionId, events);
  };
}

/** The `_meta` of an MCP request, which may name the caller's trace. */
function metaOf(message: unknown): object {
  const { params } = (message ?? {}) as { readonly params?: { readonly _meta?: unknown } | null };
  const meta = params?._meta;
  return typeof meta === 'object' && meta !== null ? meta : {};
}

const anyMessage = { body: z.unknown(), exactJson: actionPath };

interface ReadMessage {
  readonly message?: unknown;
  /** The reply to a message that programs would read in different ways. */
  readonly refusal?: object;
}

async function readMessage(
  request: IncomingMessage & { readonly body?: { readonly id?: unknown } },
  response: ServerResponse,
  continuation: (eventId: string) => object | null,
): Promise<ReadMessage> {
  const eventId = request.headers['last-event-id'];
  if (request.method === 'GET' && typeof eventId === 'string') {
    const message = continuation(eventId);
    if (!message)
      throw new HttpError(400, { detail: 'This Last-Event-ID is not one of this key: make the call again.' });
    return { message };
  }
  if (request.method !== 'POST') return {};
  try {
    return { message: await readJson(anyMessage, request, response) };
  } catch (error) {
    if (!(error instanceof HttpError) || !isAmbiguity(error)) throw error;
    return { refusal: invalidArguments(request.body?.id, error.body.detail.replace('params.arguments.', '')) };
  }
}

const notPassedOn = new Set(['cookie', 'x-api-key', 'authorization', 'last-event-id']);

/** The request without its body, which has been read. A request that continues a call becomes a call. */
function webRequest({ method = 'GET', headers }: IncomingMessage, hasMessage: boolean, signal: AbortSignal): Request {
  const given = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || notPassedOn.has(name) ? [] : [[name, String(value)] as [string, string]],
  );
  const isContinued = hasMessage && method === 'GET';
  const call = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  return new Request('http://gateway/mcp', {
    method: isContinued ? 'POST' : method,
    headers: { ...Object.fromEntries(given), ...(isContinued && call) },
    signal,
  });
}
