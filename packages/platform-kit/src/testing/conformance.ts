import { describe, it } from 'vitest';
import type { Platform } from '../platform.js';
import { defineCalls } from './cases/calls.js';
import type { Define, SuiteContext } from './cases/context.js';
import { defineDialogs } from './cases/dialogs.js';
import { defineFiles } from './cases/files.js';
import { defineFailures } from './cases/failures.js';
import { defineRepeatedPosts } from './cases/repeated-posts.js';
import { defineReceiving } from './cases/receiving.js';
import { defineResources } from './cases/resources.js';
import { defineStream } from './cases/stream.js';
import { defineWebhook } from './cases/webhook.js';
import { describeManifest } from './manifest.js';
import { openWebhookAddress } from './requests.js';
import type { Opened, Rig, RigOptions } from './rig.js';
import { firstReport, inTime, limitedConnection, limitedRig, streamEnd, type Step } from './steps.js';
import { openTestConnection } from './test-connection.js';
import { limitMs } from './until.js';

/** What the suite needs to know about an adapter. */
export interface Conformance {
  readonly platform: Platform;
  /** Every way in which the adapter receives events. */
  readonly modes: readonly ('webhook' | 'stream')[];
  /** Opens a rig for one test. It gets a `webhookUrl` in mode `webhook`, and null in mode `stream`. */
  readonly openRig: (options: RigOptions) => Promise<Rig>;
  /**
   * What a poller does with texts from before the first start of its stream. `delivered`, the default: it delivers them. `from-start`: it
   * leaves them out, as is right where the platform has the whole history of the chat. After a restart, what was written in between
   * is delivered in both cases.
   */
  readonly history?: 'delivered' | 'from-start';
  /** True: the adapter passes `idempotencyKey` on, and the platform posts a message with a known key only once. Default: not checked. */
  readonly dropsRepeatedPosts?: boolean;
  /** Milliseconds that `openRig` may take, multiplied by `TEST_TIMEOUT_FACTOR`. Default: 30 s. */
  readonly timeoutMs?: number;
}

/** Milliseconds of one test, without the opening of its rig. */
const TEST_MS = 60_000;
const RIG_MS = 30_000;

/** A test of the suite. It opens its own rig and closes it. */
export interface ConformanceTest {
  readonly name: string;
  run(): Promise<void>;
}

/** The conformance suite of adapters. Call it in a test file of the adapter; it needs vitest, and a `Rig`, which the author writes. */
export function describeConformance(conformance: Conformance): void {
  const { platform, modes, timeoutMs = RIG_MS } = conformance;
  describe(`${platform.name} passes the adapter conformance suite`, () => {
    describeManifest(platform);
    for (const mode of modes)
      describe(`by ${mode}`, () => {
        for (const { name, run } of conformanceTests(conformance, mode)) it(name, run, limitMs(timeoutMs + TEST_MS));
      });
  });
}

/** The tests of one mode. */
export function conformanceTests(conformance: Conformance, mode: 'webhook' | 'stream'): ConformanceTest[] {
  const { platform, history = 'delivered' } = conformance;
  const tests: ConformanceTest[] = [];
  let cleanUps: (() => unknown)[] = [];
  const context: SuiteContext = {
    platform,
    mode,
    history,
    open: (options) => open(conformance, mode, (cleanUp) => cleanUps.push(cleanUp), options),
  };
  const define: Define = (name, body) => {
    const run = async () => {
      const errors: unknown[] = [];
      const attempt = async (work: () => unknown) => {
        try {
          await work();
        } catch (error) {
          errors.push(error);
        }
      };
      await attempt(body);
      const ours = cleanUps;
      cleanUps = [];
      for (const cleanUp of ours.toReversed()) await attempt(cleanUp);
      // The first error is the cause of the others.
      if (errors.length > 0) throw errors[0];
    };
    tests.push({ name, run });
  };
  if (mode === 'webhook') defineWebhook(define, context);
  if (platform.capabilities.dialogs) defineDialogs(define, context, platform.capabilities.dialogs);
  defineCalls(define, context);
  if (conformance.dropsRepeatedPosts) defineRepeatedPosts(define, context);
  defineReceiving(define, context);
  if (platform.capabilities.inboundFiles) defineFiles(define, context);
  defineFailures(define, context);
  defineStream(define, context);
  defineResources(define, context);
  return tests;
}

async function open(
  { platform, openRig, timeoutMs = RIG_MS }: Conformance,
  mode: 'webhook' | 'stream',
  onEnd: (cleanUp: () => unknown) => void,
  { credentials, rig: given, state }: Parameters<SuiteContext['open']>[0] = {},
): Promise<Opened> {
  const address = mode === 'webhook' ? await openWebhookAddress() : null;
  if (address) onEnd(() => address.close());
  let rig = given;
  if (!rig) {
    rig = limitedRig(await inTime(rigOpening(timeoutMs), openRig({ webhookUrl: address?.url ?? null })));
    onEnd(once(rig));
  }
  const opening = async (context: Parameters<Platform['connect']>[0]) =>
    limitedConnection(await inTime(connecting, platform.connect(context)));
  const host = await openTestConnection(
    { ...platform, connect: opening },
    {
      credentials: credentials === 'bad' ? rig.badCredentials : rig.credentials,
      endpoints: rig.endpoints,
      webhookUrl: address?.url ?? null,
      ...(state && { state }),
    },
  );
  const { start, stop } = host;
  Object.assign(host, { start: () => inTime(firstReport, start()), stop: () => inTime(streamEnd, stop()) });
  address?.serve(host.connection);
  onEnd(() => host.stop());
  return { rig, host };
}

/** Closes a rig unless a test has closed it. */
function once(rig: Rig): () => Promise<void> {
  const close = rig.close.bind(rig);
  let closed: Promise<void> | null = null;
  rig.close = () => (closed ??= close());
  return () => rig.close();
}

const connecting: Step = {
  expected: 'connect of the manifest to resolve or reject',
  limitMs: 30_000,
  cause: 'connect makes a request; it opens the connection, and probe or start makes the first one',
};

const rigOpening = (timeoutMs: number): Step => ({
  expected: 'openRig to resolve or reject',
  limitMs: timeoutMs,
  cause: 'the simulator or server of the rig starts slowly or not at all; describeConformance takes a longer timeoutMs',
});
