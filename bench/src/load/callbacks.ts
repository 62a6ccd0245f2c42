import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Number of callback addresses, one port each: the gateway distinguishes receivers by address. */
const RECEIVERS = 20;

/** A callback as it arrived. `at`: performance.now() of this process. */
interface Arrival {
  readonly at: number;
  readonly promptNum: number | null;
  readonly text: string | null;
  readonly channel: string;
  /** Position in a MESSAGE channel; null for other callbacks. */
  readonly seq: number | null;
}

interface CallbackBody {
  readonly prompt_num?: number;
  readonly text?: string;
  readonly channel_id: string;
  readonly seq?: number;
}

/** The receivers of callbacks. One task listens at a time. */
export interface Receivers {
  readonly ports: readonly number[];
  listen(onCallback: (arrival: Arrival) => void): void;
}

export async function startReceivers(): Promise<Receivers> {
  let onCallback = (_arrival: Arrival) => {};
  const answer: RequestListener = (request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      const at = performance.now();
      response.writeHead(204).end();
      const { prompt_num, text, channel_id, seq } = JSON.parse(body) as CallbackBody;
      onCallback({ at, promptNum: prompt_num ?? null, text: text ?? null, channel: channel_id, seq: seq ?? null });
    });
  };
  const ports: number[] = [];
  for (let index = 0; index < RECEIVERS; index += 1) {
    const server = createServer({ keepAliveTimeout: 60_000 }, answer).listen(0, '127.0.0.1');
    await once(server, 'listening');
    ports.push((server.address() as AddressInfo).port);
  }
  return { ports, listen: (next) => (onCallback = next) };
}
