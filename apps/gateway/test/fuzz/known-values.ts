import fc, { type Arbitrary } from 'fast-check';
import type { Route } from '@gateway/contract';
import { oddText } from './mutations.js';

/** What exists on the fuzzed gateway. */
export interface FuzzTargets {
  readonly platforms: readonly { readonly id: string; readonly credentials: readonly string[] }[];
  readonly botToken: string;
  readonly chats: readonly string[];
  /** Channels that are not changed, so that prompts reach a chat. */
  readonly channels: readonly string[];
  /** Channels that requests may change and unregister. */
  readonly scratchChannels: readonly string[];
  readonly prompts: readonly number[];
  readonly messages: readonly string[];
  readonly deliveries: readonly string[];
  readonly keyIds: readonly string[];
  /** Valid keys; the first one has all rights. */
  readonly keys: readonly string[];
  readonly receiver: string;
  readonly webhookHeaders: readonly (readonly [string, string])[];
}

/** Values by field name, so that many requests refer to existing records. */
export function knownFields(targets: FuzzTargets): Record<string, Arbitrary<unknown>> {
  const url = fc.constantFrom(
    targets.receiver,
    'http://127.0.0.1:1/',
    'http://169.254.169.254/',
    'http://[::]/',
    'https://u:p@127.0.0.1:9/x?y#z',
    'HTTP://0x7f.1/',
    'http://a.invalid/',
    'http://%zz/',
    'ftp://x',
  );
  const credentials = fc.oneof(
    { arbitrary: fc.constant({ bot_token: targets.botToken }), weight: 3 },
    fc
      .constantFrom(...targets.platforms)
      .chain(({ credentials: names }) =>
        fc.record(
          Object.fromEntries(
            names.map((name) => [name, fc.oneof(fc.constantFrom('1:AAAA', 'a', '7'.repeat(64)), oddText)]),
          ),
        ),
      ),
  );
  return {
    channel_id: fc.oneof(
      { arbitrary: fc.constantFrom(...targets.channels), weight: 4 },
      fc.constantFrom(...targets.scratchChannels),
      fc.constantFrom('.', '..', 'no-such'),
    ),
    platform: fc.oneof(
      { arbitrary: fc.constant('telegram'), weight: 4 },
      fc.constantFrom(...targets.platforms.map(({ id }) => id), 'fax'),
    ),
    target_chat_id: fc.constantFrom(...targets.chats, '1', '@unknown', '-100:7', 'C0123456789', '4915112345678'),
    credentials,
    callback_url: fc.oneof(fc.constant(null), fc.constant(targets.receiver), url),
    media_url: fc.oneof({ arbitrary: fc.constant(null), weight: 8 }, url),
    media_path: fc.oneof(
      { arbitrary: fc.constant(null), weight: 8 },
      fc.constantFrom('a.txt', '/etc/passwd', '../x', '/proc/self/environ', '.'),
    ),
    // A small pool on purpose, so that requests share keys and prompts.
    prompt_id: fc.constantFrom(...targets.prompts.flatMap((num) => [`#${num}`, `${num}`]), '0', '#', '99999999999'),
    limit: fc.oneof({ arbitrary: fc.integer({ min: 1, max: 12 }), weight: 9 }, fc.constantFrom(200, 201, 0)),
    wait: fc.constantFrom(0, 1, 60, 61),
    last_event_id: fc.constantFrom('0', '1', '999999999999999'),
  };
}

/** Values for the path parameters of a route. */
export function pathValues(route: Pick<Route, 'id' | 'path'>, targets: FuzzTargets): Arbitrary<string> {
  const known: Readonly<Record<string, readonly string[]>> = {
    prompts: targets.prompts.flatMap((num) => [`#${num}`, `${num}`]),
    channels:
      route.id === 'getChannel' || route.id === 'testChannel'
        ? [...targets.channels, ...targets.scratchChannels]
        : targets.scratchChannels,
    messages: targets.messages,
    deliveries: targets.deliveries,
    keys: targets.keyIds,
  };
  const own = known[route.path.split('/')[2] ?? ''] ?? ['x'];
  return fc.oneof(
    { arbitrary: fc.constantFrom(...own), weight: 6 },
    fc.constantFrom(...Object.values(known).flat()),
    oddText,
    fc.constantFrom('..', '.', '__proto__', 'new', 'send', 'x'.repeat(9000)),
  );
}
