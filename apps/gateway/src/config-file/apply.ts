import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { checkCredentials, Refusal } from '@gateway/core';
import { ConfigError } from '../settings/config-error.js';
import { checkAgainst } from './check.js';
import type { FileDocument } from './document.js';
import { planOf, type Change, type Plan } from './plan.js';
import { fileError } from './read-file.js';
import { declaredIn, reporter, type Declared } from './schema.js';
import { openTarget, type OpenTarget, type Target } from './target.js';
import { write } from './write.js';

export interface ApplyOptions {
  /** Only compare. */
  readonly dryRun?: boolean;
  /** Delete records that left the file, also without `prune: true` in it. */
  readonly prune?: boolean;
}

/** What an apply did, or would do. No text contains the value of a variable or a credential. */
export interface Applied {
  readonly file: string;
  readonly changes: readonly Change[];
  readonly notes: readonly string[];
}

const LEASE = 'configuration file';
const LEASE_MS = 30_000;
const RENEW_MS = 10_000;
const WAIT_MS = 200;
const MAX_WAITS = 300;

/**
 * Applies a file: checks all of it, then makes the database equal to it. Repeating it changes nothing. Throws `ConfigError` with all
 * mistakes, before anything is written. Processes that apply at the same time wait for each other.
 */
export async function applyFile(document: FileDocument, given: Target, options: ApplyOptions = {}): Promise<Applied> {
  const { declared, problems } = declaredIn(document);
  const target = openTarget(given);
  try {
    const prune = declared.prune || options.prune === true;
    if (problems.length === 0) await checkAgainst(target, { ...declared, prune }, reporter(document, problems));
    if (problems.length > 0) throw fileError(document, problems);
    const wanted = { ...(await normalized(target, declared)), prune };
    if (options.dryRun === true) return shown(document, await planOf(target, wanted, document.file), []);
    return await withLease(target, async (renew) => {
      const plan = await planOf(target, wanted, document.file);
      const kept = await write(target, plan, wanted, document.file, renew);
      return shown(document, plan, kept);
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new ConfigError(
      document.withoutValues(
        `${document.file} was applied in part, because something changed meanwhile; apply it again. ${error.detail}`,
      ),
    );
  } finally {
    target.writers.settings.stop();
  }
}

/** Credentials as they are stored, so that they can be compared. */
async function normalized({ platforms }: OpenTarget, declared: Declared): Promise<Declared> {
  const channels = await Promise.all(
    declared.channels.map(async (channel) => {
      const platform = await platforms.load(channel.platform);
      return platform ? { ...channel, credentials: checkCredentials(platform, channel.credentials) } : channel;
    }),
  );
  return { ...declared, channels };
}

function shown(document: FileDocument, { changes, notes }: Plan, kept: readonly string[]): Applied {
  const hide = (text: string | null) => text && document.withoutValues(text);
  return {
    file: document.file,
    changes: changes.map((change) => ({
      ...change,
      id: document.withoutValues(change.id),
      fields: change.fields.map(({ name, from, to }) => ({ name, from: hide(from), to: hide(to) })),
    })),
    notes: [...notes, ...kept].map((note) => document.withoutValues(note)),
  };
}

async function withLease<Result>(
  { store, clock }: OpenTarget,
  work: (renew: () => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const holder = randomUUID();
  const acquire = () => store.leases.acquire(LEASE, holder, new Date(clock.now()), new Date(clock.now() + LEASE_MS));
  for (let waits = 0; !(await acquire()); waits += 1) {
    if (waits === MAX_WAITS)
      throw new ConfigError('Another process has been applying a configuration file for a minute: try again later.');
    await delay(WAIT_MS);
  }
  let renewedAt = clock.now();
  const renew = async () => {
    if (clock.now() - renewedAt < RENEW_MS) return;
    if (!(await acquire()))
      throw new ConfigError(
        'Applying the configuration file took too long, and another process does it: apply it again.',
      );
    renewedAt = clock.now();
  };
  try {
    return await work(renew);
  } finally {
    await store.leases.release(LEASE, holder);
  }
}
