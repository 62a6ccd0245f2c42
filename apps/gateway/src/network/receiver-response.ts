import type { Dispatcher } from 'undici';
import { ReceiverTimeout } from '@gateway/core';

/** Bytes of a response that are kept. */
const MAX_KEPT_BYTES = 2048;
/** How long to wait for the body of a response. The status alone decides the outcome. */
const MAX_BODY_WAIT_MS = 1000;
/** Bytes of a response that are read so that its connection can be reused. With more, the connection is closed. */
const MAX_DRAINED_BYTES = 65_536;

export interface ReceiverResponse {
  readonly status: number;
  /** The header of that name. */
  readonly retryAfter: string | null;
  /** The beginning of the body, as far as it arrived before it ended, failed or took too long. */
  readonly body: string;
}

/**
 * Sends one request and reads the beginning of its response. It handles the dispatcher's events itself: a stream for the body and an
 * abort signal for each time limit cost more than the rest of the request. Rejects with the dispatcher's error, with a
 * `ReceiverTimeout` after `timeoutMs` without a status, or with the reason of `signal`.
 */
export function receiverResponse(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<ReceiverResponse> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | null = null;
    let status: number | null = null;
    let retryAfter: string | null = null;
    let chunks: Buffer[] = [];
    let size = 0;
    let failure: Error | null = null;

    function end(error: Error): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      if (status === null) reject(error);
      else resolve({ status, retryAfter, body: textOf(chunks) });
      chunks = [];
    }
    /** Ends the request and its connection. A request that waits for a connection is ended when it gets one. */
    function cancel(reason: Error): void {
      failure = reason;
      controller?.abort(reason);
      end(reason);
    }
    const abort = () => cancel(signal.reason instanceof Error ? signal.reason : new Error('The request was aborted.'));
    let timer = setTimeout(() => cancel(new ReceiverTimeout(`No answer within ${timeoutMs} ms.`)), timeoutMs);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort);

    dispatcher.dispatch(request, {
      onRequestStart(started) {
        controller = started;
        if (failure) started.abort(failure);
      },
      onResponseStart(_controller, statusCode, headers) {
        if (statusCode < 200) return;
        status = statusCode;
        const given = headers['retry-after'];
        retryAfter = typeof given === 'string' ? given : null;
        clearTimeout(timer);
        timer = setTimeout(() => cancel(new Error('The body took too long.')), MAX_BODY_WAIT_MS);
      },
      onResponseData(_controller, chunk) {
        if (size < MAX_KEPT_BYTES) chunks.push(chunk);
        size += chunk.length;
        if (size > MAX_DRAINED_BYTES) cancel(new Error('The body is too long.'));
      },
      onResponseEnd: () => end(new Error('The receiver sent no status.')),
      onResponseError: (_controller, error) => end(error),
    });
  });
}

function textOf(chunks: readonly Buffer[]): string {
  if (chunks.length === 0) return '';
  return Buffer.concat(chunks).subarray(0, MAX_KEPT_BYTES).toString('utf8').replaceAll('\0', '');
}
