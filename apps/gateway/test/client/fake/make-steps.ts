import type { Gateway } from '@gateway/client';
import { comparable, withNames, type Names } from './comparable.js';
import type { Given, Step } from './step.js';

interface Replied {
  readonly status: number;
  readonly headers: Headers;
  readonly json: unknown;
}

/** A gateway or a fake, with a person who answers. Questions are numbered from 1. */
export interface Side {
  readonly names: Names;
  request(method: string, path: string, body: unknown, headers: Record<string, string>): Promise<Replied>;
  answer(num: number, given: Given): Promise<void>;
  advance(ms: number): Promise<void> | void;
  takeBack(num: number): Promise<void>;
  /** The newest callback. */
  callback(num: number): Promise<Callback>;
  write(text: string): Promise<void>;
  messageCallback(text: string): Promise<Callback>;
  readonly client: Gateway;
  /** Resolves when a request that was sent after the call is being held. */
  isHeld(): Promise<void>;
}

interface Callback {
  readonly headers: object;
  readonly body: string;
  readonly isGenuine: boolean;
}

/** Makes the steps. Returns what came of those that are compared. */
export async function make(side: Side, steps: readonly Step[]): Promise<unknown[]> {
  const results: unknown[] = [];
  const request = async (target: string, body?: unknown, key?: string) => {
    const [method = '', path = ''] = withNames(target, side.names).split(' ');
    const headers: Record<string, string> =
      key === undefined ? {} : { 'idempotency-key': withNames(`$scenario:${key}`, side.names) };
    const {
      status,
      json,
      headers: replied,
    } = await side.request(method, path, withNames(body ?? null, side.names), headers);
    return comparable({ status, body: json, retryAfter: replied.get('retry-after') }, side.names);
  };
  for (const step of steps)
    if ('request' in step) results.push(await request(step.request, step.body, step.key));
    else if ('held' in step) {
      const isHeld = side.isHeld();
      const held = request(step.held);
      await isHeld;
      results.push(...(await make(side, step.during)), await held);
    } else if ('answer' in step) await side.answer(step.answer, step.given);
    else if ('advance' in step) await side.advance(step.advance * 1000);
    else if ('takeBack' in step) await side.takeBack(step.takeBack);
    else if ('write' in step) await side.write(step.write);
    else if ('events' in step) results.push(...(await firstEvents(side, step.events)));
    else {
      const sent = 'callback' in step ? side.callback(step.callback) : side.messageCallback(step.messageCallback);
      const { headers, body, isGenuine } = await sent;
      results.push({ event: comparable(JSON.parse(body), side.names), isGenuine, headers: signedHeaders(headers) });
    }
  return results;
}

async function firstEvents({ client, names }: Side, count: number): Promise<unknown[]> {
  const found: unknown[] = [];
  const reading = { types: comparedTypes, channelIds: [names.channel, names.talk], lastEventId: '0' };
  for await (const { data } of client.events(reading)) if (found.push(comparable(data, names)) === count) break;
  return found;
}

/** Others are about deliveries and channels, which the fakes do not have. */
export const comparedTypes = [
  'prompt.created',
  'prompt.answered',
  'prompt.expired',
  'prompt.noted',
  'prompt.consumed',
  'message.created',
  'message.sent',
] as const;

/** The names of the headers of a callback that do not depend on the connection. */
function signedHeaders(headers: object): string[] {
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  return names.filter((name) => /^(webhook-|x-signature|content-type)/.test(name)).toSorted();
}
