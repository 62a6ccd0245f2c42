import { formatPromptId, type PolicyStep } from '@gateway/contract';
import { promptFields } from '../base/log-fields.js';
import { startLoop, type Loop } from '../base/loop.js';
import type { NewAuditEntry } from '../ports/service/audit-store.js';
import type { Logger } from '../ports/system.js';
import { placesOf } from '../questions/messages.js';
import { noteIn } from '../questions/note.js';
import { stepTime } from '../questions/step-time.js';
import { Refusal } from '../base/refusal.js';
import type { PostRow, PromptRow } from '../ports/rows.js';
import { choiceLabels } from '../questions/choices.js';
import { copyIn, copyTarget, failedCopyIn, type CopyDeps } from './copies.js';
import type { NewPost, PolicyAdvance } from '../ports/questions/post-store.js';
import type { Posts } from './posts.js';
import type { Services } from '../ports/services.js';

const BATCH = 100;
const IDLE_MS = 5000;

export interface StepsOptions extends Services, CopyDeps {
  readonly posts: Pick<Posts, 'wake'>;
}

/** The background pass that makes the steps of policies while a prompt is pending. The database decides which instance makes a step. */
export function startSteps(options: StepsOptions): Loop {
  const { store, clock, log, posts } = options;
  return startLoop({
    name: 'policy steps',
    clock,
    log,
    idleMs: IDLE_MS,
    async pass() {
      const now = new Date(clock.now());
      const due = await store.posts.dueSteps(now, BATCH);
      const made = due.length > 0 ? await store.posts.advance(await advancesOf(options, due, now), now) : [];
      if (made.length > 0) posts.wake();
      for (const advance of made) logStep(log, advance);
      return made.length > 0 ? clock.now() : ((await store.posts.nextStep(now))?.getTime() ?? null);
    },
  });
}

/**
 * Makes the next step of a pending prompt now. Null: it was closed, or another step was made since it was read. Refuses a prompt without a
 * coming step.
 */
export async function makeNextStep(
  options: StepsOptions,
  prompt: PromptRow,
  audit: NewAuditEntry,
): Promise<PolicyAdvance | null> {
  const { store, clock, log, posts } = options;
  const now = new Date(clock.now());
  const [advance] = await advancesOf(options, [prompt], now);
  if (!advance)
    throw new Refusal(
      'conflict',
      `Prompt ${formatPromptId(prompt.num)} has no coming step: its policy has no further one.`,
    );
  const [made] = await store.posts.advance([{ ...advance, audit }], now);
  if (!made) return null;
  posts.wake();
  logStep(log, made);
  return made;
}

async function advancesOf(options: StepsOptions, due: readonly PromptRow[], now: Date): Promise<Advance[]> {
  const organizations = new Set(due.map(({ organizationId }) => organizationId));
  const posts: PostRow[] = [];
  for (const organizationId of organizations) {
    const nums = due.filter((prompt) => prompt.organizationId === organizationId).map(({ num }) => num);
    posts.push(...(await options.store.posts.of(organizationId, nums)));
  }
  const advances = due.map(async (prompt): Promise<Advance[]> => {
    const step = prompt.terms?.policy?.steps[prompt.stepsDone];
    if (!step) return [];
    const copies = posts.filter(
      ({ organizationId, promptNum }) => organizationId === prompt.organizationId && promptNum === prompt.num,
    );
    const event = step.remind ? 'prompt.reminded' : 'prompt.escalated';
    const made = step.remind ? remind(prompt, copies, now) : await escalate(options, prompt, copies, step, now);
    return [{ prompt, nextAt: stepTime(prompt, prompt.stepsDone + 1, prompt.takenAt), event, posts: made }];
  });
  return (await Promise.all(advances)).flat();
}

interface Advance extends PolicyAdvance {
  readonly prompt: PromptRow;
}

/** A note in every chat where the question is. */
function remind(prompt: PromptRow, posts: readonly PostRow[], now: Date): NewPost[] {
  const text = reminder(prompt, now);
  return placesOf(prompt, posts).map((place) => noteIn(prompt, place, text, now));
}

/** The question in the channels where it is not yet. */
async function escalate(
  options: StepsOptions,
  prompt: PromptRow,
  copies: readonly PostRow[],
  { channels = [] }: PolicyStep,
  now: Date,
): Promise<NewPost[]> {
  const asked = new Set([prompt.channelId, ...copies.map(({ channelId }) => channelId)]);
  const posts = channels
    .filter((channelId) => !asked.has(channelId))
    .map(async (channelId) => await copyOrFailure(options, prompt, channelId, now));
  return (await Promise.all(posts)).filter((post) => post !== null);
}

/** Null: there is no such channel (any more), so that the record cannot show it. */
async function copyOrFailure(
  options: StepsOptions,
  prompt: PromptRow,
  channelId: string,
  now: Date,
): Promise<NewPost | null> {
  const { organizationId } = prompt;
  try {
    const target = await copyTarget(
      options,
      { organizationId, buttons: choiceLabels(prompt).length, media: null },
      channelId,
    );
    return copyIn(target, prompt, { createdAt: now, postDueAt: now });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const reason = error.detail;
    options.log.warn({ ...promptFields(prompt), channel_id: channelId, reason }, 'A prompt could not be escalated');
    const channel = await options.channels.find(organizationId, channelId);
    return channel && failedCopyIn(channel, reason, now);
  }
}

function logStep(log: Logger, { prompt, event, posts }: PolicyAdvance): void {
  const about = { prompt_id: formatPromptId(prompt.num), step: prompt.stepsDone + 1, posts: posts.length };
  log.info(about, event === 'prompt.reminded' ? 'A reminder of a prompt is due' : 'A prompt was escalated');
}

function reminder({ num, expiresAt }: PromptRow, now: Date): string {
  const text = `Reminder: question #${num} waits for an answer.`;
  return expiresAt ? `${text} ${duration(expiresAt.getTime() - now.getTime())} remain.` : text;
}

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A time in its largest unit, rounded down from 2 of it on: `90 minutes`. */
function duration(ms: number): string {
  const seconds = Math.max(2, Math.floor(ms / 1000));
  const [unit, length] = units.find(([, each]) => seconds >= 2 * each) ?? ['second', 1];
  return `${Math.floor(seconds / length)} ${unit}s`;
}
