import fc, { type Arbitrary } from 'fast-check';
import { expect, it } from 'vitest';
import { createChannel } from '@gateway/contract';
import { fuzz, fuzzSettings, tiers } from './fuzz.js';
import { byteMutations, mutate, mutateBytes, mutation } from './mutations.js';
import type { WireRequest } from './request.js';
import { sender } from './send.js';
import { watch } from './watch.js';
import { reporters, updatesOf, type Reporter } from './webhook-bodies.js';
import { settle } from './world.js';

const LANES = 16;

/** Genuine bodies with bytes changed (five of six) or values, proven like genuine ones: the adapter must read them. */
function broken(
  channel: string,
  { platform, bodies, headers }: Pick<Reporter, 'platform' | 'bodies' | 'headers'>,
): Arbitrary<WireRequest> {
  const bytes = fc
    .tuple(fc.constantFrom(...bodies), byteMutations)
    .map(([text, mutations]) => mutateBytes(Buffer.from(text), mutations));
  const values = fc
    .tuple(
      fc.constantFrom(...bodies.filter((text) => text.startsWith('{'))),
      fc.array(mutation, { minLength: 1, maxLength: 3 }),
    )
    .map(([text, mutations]) => Buffer.from(JSON.stringify(mutations.reduce<unknown>(mutate, JSON.parse(text))) ?? ''));
  return fc
    .oneof({ arbitrary: bytes, weight: 5 }, { arbitrary: values, weight: 1 })
    .map((body) => wire(channel, platform, body, headers));
}

function wire(channel: string, platform: string, body: Buffer, headers: Reporter['headers']): WireRequest {
  return {
    method: 'POST',
    path: `/webhooks/default/${platform}/${channel}`,
    headers: Object.entries({ 'content-type': 'application/json', ...headers(body) }),
    body,
  };
}

for (const { count, tags } of tiers)
  it(
    `takes whatever bytes a platform may send, proven as its own, without a failure (${count} bodies)`,
    { tags, timeout: 300_000 },
    async () => {
      const { runs, seed } = fuzzSettings(count);
      console.info(`FUZZ_SEED=${seed} FUZZ_RUNS=${runs}`);
      const { gateway, ada, world, forget } = await settle();
      const loaded = reporters.filter(({ platform }) => world.platforms.some(({ id }) => id === platform));
      for (const { platform, target, credentials } of loaded) {
        await gateway.call(createChannel, {
          body: { channel_id: `of-${platform}`, platform, target_chat_id: target, credentials, channel_type: 'PROMPT' },
        });
      }
      const updates = { platform: 'telegram', ...updatesOf(ada.id, world.webhookHeaders[0]?.[1] ?? '') };
      const client = sender(gateway.url, LANES);
      const genuine = [
        ...loaded.map((reporter) => Object.assign({ channel: `of-${reporter.platform}` }, reporter)),
        { channel: 'approvals', ...updates },
        { channel: 'talk', ...updates },
      ];
      for (const { channel, platform, bodies, headers } of genuine) {
        for (const body of bodies)
          expect([platform, body, await client.send(wire(channel, platform, Buffer.from(body), headers))]).toEqual([
            platform,
            body,
            200,
          ]);
      }

      const watched = watch(gateway);
      const startedAt = performance.now();
      const tally = await fuzz(fc.oneof(...genuine.map(({ channel, ...reporter }) => broken(channel, reporter))), {
        origin: gateway.url,
        sender: client,
        runs,
        seed,
        lanes: LANES,
      });
      forget();
      console.info(
        `${runs} bodies to ${genuine.map(({ channel }) => channel).join(', ')}, ${((performance.now() - startedAt) / 1000).toFixed(0)} s; by status ${JSON.stringify(tally)}; slowest health check ${watched.slowestHealth.toFixed(0)} ms`,
      );

      // 401: one platform's own library proves the text, and bytes that are no UTF-8 are none.
      expect(Object.keys(tally).filter((status) => !['200', '400', '401', '413'].includes(status))).toEqual([]);
      expect(watched.problems).toEqual([]);
      expect(watched.slowestHealth).toBeLessThan(10_000);
      // Bodies that none can be read of, or all, would prove little.
      for (const status of ['200', '400']) expect(tally[status]).toBeGreaterThan(runs / 20);
    },
  );
