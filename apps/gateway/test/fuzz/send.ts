import { Agent } from 'undici';
import { errorBody } from '@gateway/contract';
import { onTestFinished } from 'vitest';
import { holdToContract } from '../harness/conformance.js';
import type { WireRequest } from './request.js';

/** Nothing here may take so long. */
const PATIENCE_MS = 15_000;
/** How long a request that waits on purpose is left alone before its client goes away. */
const WAIT_MS = 20;

export interface Sender {
  /** Sends a request over a kept connection and holds the answer to the contract; the status, or `gone` where the client went away. Throws what is wrong. */
  send(wire: WireRequest): Promise<number | 'gone'>;
}

/** A client with that many connections at most. */
export function sender(origin: string, connections: number): Sender {
  const dispatcher = new Agent({ connections, pipelining: 1, keepAliveTimeout: 30_000 });
  onTestFinished(() => dispatcher.destroy());
  return {
    async send({ method, path, headers, body }) {
      const waits = /[?&]wait=\d/.test(path);
      const gone = new AbortController();
      const timer = setTimeout(() => gone.abort(new Error(`No answer within ${PATIENCE_MS} ms`)), PATIENCE_MS);
      const leaving = waits ? setTimeout(() => gone.abort(leave), WAIT_MS) : undefined;
      try {
        const response = await dispatcher.request({
          origin,
          path,
          method,
          headers: headers.flat(),
          body,
          signal: gone.signal,
        });
        const fields = new Headers(
          Object.entries(response.headers).flatMap(([name, value]) =>
            [value ?? []].flat().map((one): [string, string] => [name, one]),
          ),
        );
        if (fields.get('content-type')?.startsWith('text/event-stream')) {
          response.body.on('error', () => {}).destroy();
          return response.statusCode === 200 ? 'gone' : response.statusCode;
        }
        const text = await response.body.text();
        hold({ method, path, status: response.statusCode, headers: fields, text });
        return response.statusCode;
      } catch (error) {
        if (gone.signal.reason === leave) return 'gone';
        throw error;
      } finally {
        clearTimeout(timer);
        clearTimeout(leaving);
      }
    },
  };
}

const leave = new Error('The client goes away');

function hold({
  method,
  path,
  status,
  headers,
  text,
}: {
  method: string;
  path: string;
  status: number;
  headers: Headers;
  text: string;
}): void {
  if (status >= 500) throw new Error(`${status}: ${text}`);
  const isJson = headers.get('content-type')?.startsWith('application/json') ?? false;
  const json: unknown = isJson && text !== '' ? JSON.parse(text) : undefined;
  // Static pages end their refusals with words of their own.
  if (status >= 400 && method !== 'HEAD') errorBody.strict().parse(json);
  holdToContract({ method, path, status, headers, json });
}
