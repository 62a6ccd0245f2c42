import fc, { type Arbitrary } from 'fast-check';
import { expect, it } from 'vitest';
import { createChannel } from '@gateway/contract';
import { limitMs } from '../harness/until.js';
import { fuzz, fuzzSettings, tiers } from './fuzz.js';
import { byteMutations, mutate, mutateBytes, mutation } from './mutations.js';
import type { WireRequest } from './request.js';
import { sender } from './sender.js';
import { monitor } from './monitor.js';
import { webhookSources, updatesOf, type WebhookSource } from './webhook-bodies.js';
import { startFixture } from './fixture.js';

const LANES = 16;

/** Genuine bodies with changed bytes (five of six) or values, with a valid signature, so that the adapter must parse them. */
function corrupted(
  channel: string,
  { platform, bodies, headers }: Pick<WebhookSource, 'platform' | 'bodies' | 'headers'>,
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

function wire(channel: string, platform: string, body: Buffer, headers: WebhookSource['headers']): WireRequest {
  return {
    method: 'POST',
    path: `/webhooks/default/${platform}/${channel}`,
    headers: Object.entries({ 'content-type': 'application/json', ...headers(body) }),
    body,
  };
}

const sendRandomBodies = async (count: number) => {
  const { runs, seed } = fuzzSettings(count);
  console.info(`FUZZ_SEED=${seed} FUZZ_RUNS=${runs}`);
  const { gateway, ada, targets, clearRecords } = await startFixture();
  const loaded = webhookSources.filter(({ platform }) => targets.platforms.some(({ id }) => id === platform));
  for (const { platform, target, credentials } of loaded) {
    await gateway.call(createChannel, {
      body: { channel_id: `of-${platform}`, platform, target_chat_id: target, credentials, channel_type: 'PROMPT' },
    });
  }
  const updates = { platform: 'telegram', ...updatesOf(ada.id, targets.webhookHeaders[0]?.[1] ?? '') };
  const client = sender(gateway.url, LANES);
  const genuine = [
    ...loaded.map((source) => Object.assign({ channel: `of-${source.platform}` }, source)),
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

  const monitored = monitor(gateway);
  const startedAt = performance.now();
  const tally = await fuzz(fc.oneof(...genuine.map(({ channel, ...source }) => corrupted(channel, source))), {
    origin: gateway.url,
    sender: client,
    runs,
    seed,
    lanes: LANES,
  });
  clearRecords();
  console.info(
    `${runs} bodies to ${genuine.map(({ channel }) => channel).join(', ')}, ${((performance.now() - startedAt) / 1000).toFixed(0)} s; by status ${JSON.stringify(tally)}; slowest health check ${monitored.slowestHealth.toFixed(0)} ms`,
  );

  // 401: one platform's library signs the text, and invalid UTF-8 has no text.
  expect(Object.keys(tally).filter((status) => !['200', '400', '401', '413'].includes(status))).toEqual([]);
  expect(monitored.problems).toEqual([]);
  expect(monitored.slowestHealth).toBeLessThan(10_000);
  // Enough bodies must be valid, and enough invalid.
  for (const status of ['200', '400']) expect(tally[status]).toBeGreaterThan(runs / 20);
};

for (const { count, tags } of tiers)
  it(
    `the gateway accepts any signed webhook body without a server error (${count} bodies)`,
    { tags, timeout: limitMs(300_000) },
    () => sendRandomBodies(count),
  );
