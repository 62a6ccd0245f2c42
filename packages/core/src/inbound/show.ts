import { isPlatformError, safeEqual, type Outcome, type Posted, type PressEvent } from '@gateway/platform-kit';
import { isWorthRetrying, PLATFORM_CALL_LIMIT_MS, refusalOf } from '../connections/platform-call.js';
import { expiredDelivery } from '../deliveries/events.js';
import { promptFields } from '../log-fields.js';
import { pause } from '../loop.js';
import { alreadyShown, closedNotice, unknownButton } from '../prompts/chat-texts.js';
import { visibleState } from '../prompts/prompt-state.js';
import { mediaAt, questionSender } from '../prompts/sending.js';
import type { ShowToken } from '../prompts/show-token.js';
import { Refusal } from '../refusal.js';
import type { PromptRow } from '../rows.js';
import { mapAddresses } from '../sealed-addresses/address-vault.js';
import { duplicate, postedHere, recordRefusedEvent, type Arrival, type InboundDeps } from './arrival.js';

/** How long an event waits while another one posts the same question. */
const MAX_WAIT_MS = 3000;
const CLAIM_MS = PLATFORM_CALL_LIMIT_MS + 5000;

const shown: Outcome = { result: 'shown', notice: null, closedText: null };

/** A press on a template's button posts the question: the press has opened the reply window. */
export async function showByPress(
  deps: InboundDeps,
  arrival: Arrival<PressEvent>,
  { num, nonce }: ShowToken,
): Promise<Outcome> {
  const prompt = await deps.store.prompts.get(arrival.account.id.organizationId, num);
  const isKnown = prompt && safeEqual(nonce, prompt.nonce) && (await isOwnChat(deps, arrival, prompt));
  const notice = isKnown ? await showQuestion(deps, arrival, prompt) : unknownButton;
  if (notice === null) return shown;
  const isNew = await recordRefusedEvent(deps, arrival, prompt);
  return isNew ? { result: 'refused', notice, closedText: null } : duplicate;
}

/** Whether an event came from the chat in which only a template of the question was posted. */
export async function isWaitingHere(deps: InboundDeps, arrival: Arrival, prompt: PromptRow): Promise<boolean> {
  const isWaiting = prompt.showAfter !== null && visibleState(prompt, deps.clock.now()) === 'pending';
  return isWaiting && (await isOwnChat(deps, arrival, prompt));
}

/** Whether it is the prompt's own chat: templates are posted in no other. */
async function isOwnChat(deps: InboundDeps, arrival: Arrival, prompt: PromptRow): Promise<boolean> {
  return (await postedHere(deps, arrival, prompt))?.copies.length === 0;
}

/**
 * Posts the question that a template stands for, once, however many events ask for it. Null: it is in the chat now; else why not.
 * Rejects when another event should try again: then the platform reports this one again.
 */
export async function showQuestion(deps: InboundDeps, arrival: Arrival, prompt: PromptRow): Promise<string | null> {
  const { store, clock } = deps;
  const { organizationId, num } = prompt;
  const deadline = clock.now() + MAX_WAIT_MS;
  for (let current: PromptRow | null = prompt; current; current = await store.prompts.get(organizationId, num)) {
    const now = clock.now();
    if (visibleState(current, now) !== 'pending') return closedNotice(current);
    if (current.showAfter === null) return alreadyShown(num);
    const claim = { now: new Date(now), until: new Date(now + CLAIM_MS) };
    const claimed = await store.prompts.beginShowing(organizationId, num, claim);
    if (claimed) return await post(deps, arrival, claimed, claim.until);
    if (now >= deadline) throw new Refusal('unavailable', 'Another event is posting the question.');
    await pause(clock, 50);
  }
  return unknownButton;
}

async function post(
  deps: InboundDeps,
  { event, account, channels }: Arrival,
  prompt: PromptRow,
  until: Date,
): Promise<string | null> {
  const { store, clock, log, addresses, closings } = deps;
  const { organizationId, num } = prompt;
  const channel = channels.find(({ channelId }) => channelId === prompt.channelId);
  if (!channel) return unknownButton;
  let posted: Posted;
  try {
    const { platform, call } = await deps.resolve(channel);
    const media = mediaAt(platform, prompt.mediaUrl && addresses.open(prompt.mediaUrl));
    posted = await call(questionSender(prompt, platform, { media }), {
      action: 'post question',
      prompt,
      post: media === null ? 'plain' : 'special',
    });
  } catch (error) {
    const at = new Date(clock.now());
    if (!(error instanceof Refusal) && isWorthRetrying(error)) {
      await store.prompts.releaseShowing(organizationId, num, { now: at, until });
      throw error;
    }
    const detail = isPlatformError(error) ? error.explanation : refusalOf(error).message;
    const closed: PromptRow = { ...prompt, state: 'expired', closedReason: 'undeliverable', closedDetail: detail };
    const delivery = expiredDelivery(closed, 'undeliverable', at);
    if (await store.prompts.notShown(organizationId, num, { detail, at, delivery })) closings.wake();
    log.warn({ ...promptFields(prompt), reason: detail }, 'The question could not be posted after its template');
    return closedNotice(closed);
  }
  const key = { account: account.id.account, eventId: event.id, at: new Date(clock.now()) };
  const ref = mapAddresses(posted.ref, addresses.seal);
  const after = await store.prompts.shown(organizationId, num, { ...posted, ref }, key);
  if (after?.state !== 'pending') closings.wake();
  log.info(promptFields(prompt), 'A question was posted after its template');
  return null;
}
