import { Agent } from 'undici';
import { errorBody } from '@gateway/contract';
import { onTestFinished } from 'vitest';
import { checkAgainstContract } from '../harness/conformance.js';
import type { WireRequest } from './request.js';

/** Every response must arrive within this time. */
const MAX_RESPONSE_MS = 15_000;
/** After this time the client of a waiting request disconnects. */
const WAIT_MS = 20;

export interface Sender {
  /** Sends a request and checks the response against the contract. Returns the status, or `gone` when the client disconnected. */
  send(wire: WireRequest): Promise<number | 'gone'>;
}

/** A client with at most this number of connections. */
export function sender(origin: string, connections: number): Sender {
  const dispatcher = new Agent({ connections, pipelining: 1, keepAliveTimeout: 30_000 });
  onTestFinished(() => dispatcher.destroy());
  return {
    async send({ method, path, headers, body }) {
      const waits = /[?&]wait=\d/.test(path);
      const gone = new AbortController();
      const timer = setTimeout(() => gone.abort(new Error(`No answer within ${MAX_RESPONSE_MS} ms`)), MAX_RESPONSE_MS);
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

const leave = new Error('The client disconnects');

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
  // Static pages end errors with their own text.
  if (status >= 400 && method !== 'HEAD') errorBody.strict().parse(json);
  checkAgainstContract({ method, path, status, headers, json });
}
