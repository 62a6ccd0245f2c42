import { isPlatformError, type Posted } from '@gateway/platform-kit';
import { isWorthRetrying, PLATFORM_CALL_LIMIT_MS, refusalOf } from '../connections/platform-call.js';
import { expiredDelivery } from '../deliveries/events.js';
import { promptFields } from '../base/log-fields.js';
import { pause, reasonOf } from '../base/loop.js';
import { alreadyShown, closedNotice, unknownButton } from '../questions/texts/notices.js';
import { visibleState } from '../questions/prompt-state.js';
import { mediaAt, postInChat } from '../posts/post-in-chat.js';
import { Refusal } from '../base/refusal.js';
import type { PromptRow } from '../ports/rows.js';
import { mapAddresses } from '../sealed-addresses/address-vault.js';
import { keyOf, promptChannelIds, type Arrival, type InboundDeps } from './arrival.js';
import { refused, type Result } from './result.js';

/** How long an event waits while another one posts the same question. */
const MAX_WAIT_MS = 3000;
const CLAIM_MS = PLATFORM_CALL_LIMIT_MS + 5000;
/** The newest open prompts of a chat among which those that wait are posted. */
const MAX_OTHERS = 50;

/**
 * The person's event has opened the reply window: posts the question of which only a template is in the chat, and then the others that wait
 * there.
 */
export async function showByEvent(deps: InboundDeps, arrival: Arrival, prompt: PromptRow): Promise<Result> {
  const notice = await showQuestion(deps, arrival, prompt);
  if (notice !== null) return refused(notice, prompt);
  deps.pending.run(arrival, () => showOthers(deps, arrival));
  return { result: 'shown', notice: null, prompt };
}

/** Never rejects: a question that cannot be posted waits for an event of its own. */
async function showOthers(deps: InboundDeps, arrival: Arrival): Promise<void> {
  const { store, clock, log } = deps;
  const { account, event } = arrival;
  const now = clock.now();
  try {
    const open = await store.prompts.openIn(
      account.id.organizationId,
      promptChannelIds(arrival),
      new Date(now),
      MAX_OTHERS,
    );
    const isHere = (other: PromptRow) => other.account === account.id.account && event.targets.includes(other.chatId);
    for (const other of open.toReversed())
      if (isWaiting(other, now) && isHere(other)) await showQuestion(deps, arrival, other);
  } catch (error) {
    log.warn(
      { platform: account.id.platform, reason: reasonOf(error) },
      'Questions that wait behind templates could not be posted',
    );
  }
}

/** Whether only a template of the question is in its chat, and the question can still be posted. */
export function isWaiting(prompt: PromptRow, now: number): boolean {
  return prompt.showAfter !== null && visibleState(prompt, now) === 'pending';
}

/**
 * Posts the question that a template stands for, once, however many events ask for it. Null: it is in the chat now; else why not.
 * Rejects when another event should try again: then the platform reports this one again.
 */
async function showQuestion(deps: InboundDeps, arrival: Arrival, prompt: PromptRow): Promise<string | null> {
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

async function post(deps: InboundDeps, arrival: Arrival, prompt: PromptRow, until: Date): Promise<string | null> {
  const { store, clock, log, addresses, closings } = deps;
  const { organizationId, num } = prompt;
  const channel = arrival.channels.find(({ channelId }) => channelId === prompt.channelId);
  if (!channel) return unknownButton;
  let posted: Posted;
  try {
    const resolved = await deps.resolve(channel);
    const media = mediaAt(resolved.platform, prompt.mediaUrl && addresses.open(prompt.mediaUrl));
    posted = await postInChat(deps, prompt, { channel, resolved, media });
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
  const key = { ...keyOf(arrival), at: new Date(clock.now()) };
  const ref = mapAddresses(posted.ref, addresses.seal);
  const after = await store.prompts.shown(organizationId, num, { ...posted, ref }, key);
  if (after?.state !== 'pending') closings.wake();
  log.info(promptFields(prompt), 'A question was posted after its template');
  return null;
}
