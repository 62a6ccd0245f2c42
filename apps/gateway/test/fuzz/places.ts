import fc, { type Arbitrary } from 'fast-check';
import type { Route } from '@gateway/contract';
import { oddText } from './mutations.js';

/** What exists on the gateway that is asked. */
export interface World {
  readonly platforms: readonly { readonly id: string; readonly credentials: readonly string[] }[];
  readonly botToken: string;
  readonly chats: readonly string[];
  /** Channels that stay as they are, so that much reaches a chat. */
  readonly channels: readonly string[];
  /** Channels that are changed and unregistered. */
  readonly scratchChannels: readonly string[];
  readonly prompts: readonly number[];
  readonly messages: readonly string[];
  readonly deliveries: readonly string[];
  readonly keyIds: readonly string[];
  /** Working keys, the one with all rights first. */
  readonly keys: readonly string[];
  readonly receiver: string;
  readonly webhookHeaders: readonly (readonly [string, string])[];
}

/** Values for fields by their names, so that many requests mean something here. */
export function knownFields(world: World): Record<string, Arbitrary<unknown>> {
  const url = fc.constantFrom(
    world.receiver,
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
    { arbitrary: fc.constant({ bot_token: world.botToken }), weight: 3 },
    fc
      .constantFrom(...world.platforms)
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
      { arbitrary: fc.constantFrom(...world.channels), weight: 4 },
      fc.constantFrom(...world.scratchChannels),
      fc.constantFrom('.', '..', 'no-such'),
    ),
    platform: fc.oneof(
      { arbitrary: fc.constant('telegram'), weight: 4 },
      fc.constantFrom(...world.platforms.map(({ id }) => id), 'fax'),
    ),
    target_chat_id: fc.constantFrom(...world.chats, '1', '@nobody', '-100:7', 'C0123456789', '4915112345678'),
    credentials,
    callback_url: fc.oneof(fc.constant(null), fc.constant(world.receiver), url),
    media_url: fc.oneof({ arbitrary: fc.constant(null), weight: 8 }, url),
    media_path: fc.oneof(
      { arbitrary: fc.constant(null), weight: 8 },
      fc.constantFrom('a.txt', '/etc/passwd', '../x', '/proc/self/environ', '.'),
    ),
    // A key that two share ties their fates: the pool is small on purpose.
    prompt_id: fc.constantFrom(...world.prompts.flatMap((num) => [`#${num}`, `${num}`]), '0', '#', '99999999999'),
    limit: fc.oneof({ arbitrary: fc.integer({ min: 1, max: 12 }), weight: 9 }, fc.constantFrom(200, 201, 0)),
    wait: fc.constantFrom(0, 1, 60, 61),
    last_event_id: fc.constantFrom('0', '1', '999999999999999'),
  };
}

/** The names that a route's path parameters take. */
export function pathValues(route: Pick<Route, 'id' | 'path'>, world: World): Arbitrary<string> {
  const known: Readonly<Record<string, readonly string[]>> = {
    prompts: world.prompts.flatMap((num) => [`#${num}`, `${num}`]),
    channels:
      route.id === 'getChannel' || route.id === 'testChannel'
        ? [...world.channels, ...world.scratchChannels]
        : world.scratchChannels,
    messages: world.messages,
    deliveries: world.deliveries,
    keys: world.keyIds,
  };
  const own = known[route.path.split('/')[2] ?? ''] ?? ['x'];
  return fc.oneof(
    { arbitrary: fc.constantFrom(...own), weight: 6 },
    fc.constantFrom(...Object.values(known).flat()),
    oddText,
    fc.constantFrom('..', '.', '__proto__', 'new', 'send', 'x'.repeat(9000)),
  );
}
