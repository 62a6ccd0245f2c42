import { isPlatformError, type Posted } from '@gateway/platform-kit';
import { ClaimLoop } from '../base/claim-loop.js';
import { reasonOf } from '../base/loop.js';
import { Refusal } from '../base/refusal.js';
import { checkReplyWindow } from '../channels/reply-window.js';
import type { GrantRow } from '../ports/questions/grant-store.js';
import type { PromptRow } from '../ports/rows.js';
import { grantState } from '../questions/grants/grant-state.js';
import { postKey } from '../questions/post-key.js';
import { grantMessage, stop } from '../questions/texts/grants.js';
import { stopToken } from '../questions/tokens.js';
import { mapAddresses } from '../sealed-addresses/address-vault.js';
import { questionLimit, splitText } from '../text/split.js';
import { unformatted } from '../text/unformatted.js';
import { CLOSING_STOP_TIMEOUT_MS, isTransient, POST_CLAIM_MS, retryTime } from './attempts.js';
import type { ClosingOptions } from './closing.js';

const SLOTS = 8;
const IDLE_MS = 5000;
/** Milliseconds between two updates of a message. */
export const SHOW_INTERVAL_MS = 60_000;
/** Milliseconds before the next attempt. After the last one the message stays as it is. */
const RETRY_MS = [1000, 5000, 30_000, 120_000, 600_000] as const;

/**
 * Posts and updates the messages of standing approvals: one in a chat for each, with a button that ends it. That it is due is recorded in
 * the transaction that changes the standing approval, so a crash or a rate limit only delays it.
 */
export function createGrantMessages(options: ClosingOptions): ClaimLoop<GrantRow> {
  const { store, clock, log, platforms } = options;
  const loop: ClaimLoop<GrantRow> = new ClaimLoop({
    name: 'messages of standing approvals',
    clock,
    log,
    idleMs: IDLE_MS,
    slots: SLOTS,
    stopMs: CLOSING_STOP_TIMEOUT_MS,
    claim: (limit) => {
      const now = clock.now();
      return store.grants.claimMessages(new Date(now), new Date(now + POST_CLAIM_MS), limit, platforms.ids);
    },
    work: (grant) => update(options, loop, grant),
    nextDue: (now) => store.grants.nextMessage(now, platforms.ids),
  });
  return loop;
}

/** Never rejects. */
async function update(
  options: ClosingOptions,
  loop: Pick<ClaimLoop<GrantRow>, 'wakeAt'>,
  grant: GrantRow,
): Promise<void> {
  const { store, clock, log } = options;
  const about = { grant_id: grant.grantId, channel_id: grant.messageChannelId };
  try {
    const at = new Date(clock.now());
    const { posted, isEditable } = await show(options, grant, at.getTime());
    const isFinal = !isEditable || grantState(grant, at.getTime()).reason !== null;
    const againFrom = new Date(at.getTime() + SHOW_INTERVAL_MS);
    await store.grants.endMessage(grant, { posted, at, againFrom, isFinal });
  } catch (error) {
    const retryAt = isTransient(error) ? retryTime(RETRY_MS, grant.showAttempts, clock.now(), error) : null;
    const reason = isPlatformError(error) || error instanceof Refusal ? error.message : reasonOf(error);
    log.warn(
      { ...about, reason, retry_at: retryAt?.toISOString() ?? null },
      'The message of a standing approval could not be updated',
    );
    await store.grants.endMessage(grant, { retryAt }).catch((failure: unknown) => {
      log.error({ ...about, reason: reasonOf(failure) }, 'An update of a message could not be recorded');
    });
    if (retryAt) loop.wakeAt(retryAt.getTime());
  }
}

async function show(
  { store, clock, channels, accounts, addresses }: ClosingOptions,
  grant: GrantRow,
  now: number,
): Promise<{ readonly posted: Pick<Posted, 'messageId' | 'ref'> | null; readonly isEditable: boolean }> {
  const { organizationId, promptNum, messageChannelId, messageId, chatId: target } = grant;
  const prompt = await store.prompts.get(organizationId, promptNum);
  const channel = await channels.find(organizationId, messageChannelId);
  const resolved = channel?.isActive && prompt ? await accounts.resolveIfLoaded(channel) : null;
  if (!prompt || !channel || !resolved) return { posted: null, isEditable: false };
  const { platform, call } = resolved;
  const isEditable = platform.capabilities.edit !== 'none';
  const limits = platform.capabilities.text;
  const { length } = limits;
  const texts = splitText(unformatted(grantMessage(grant, now), limits), questionLimit(limits), { length });
  const buttons = buttonsOf(grant, prompt, now);
  const reason = { action: 'show standing approval', prompt, post: 'special' } as const;
  if (messageId !== null) {
    const ref = mapAddresses(grant.messageRef, addresses.openOrStripped);
    const text = texts.at(-1) ?? '';
    const update = { target, messageId, ref, text, notice: text, ...(buttons.length > 0 && { buttons }) };
    await call(async (connection, signal) => await connection.closePrompt?.(update, signal), reason);
    return { posted: null, isEditable };
  }
  const window = await checkReplyWindow({ store, clock }, platform, channel, 'message');
  const question = {
    target,
    texts,
    buttons,
    media: null,
    allowsText: false,
    ...(window.outsideWindow && { outsideWindow: window.outsideWindow }),
    idempotencyKey: postKey('grant', grant.grantId),
  };
  const posted = await call((connection, signal) => connection.sendPrompt(question, signal), reason);
  await store.prompts.linkMessages({ ...prompt, channelId: messageChannelId }, posted.messageIds);
  return { posted: { ...posted, ref: mapAddresses(posted.ref, addresses.seal) }, isEditable };
}

function buttonsOf(grant: GrantRow, prompt: PromptRow, now: number) {
  return grantState(grant, now).reason === null ? [{ label: stop, token: stopToken(prompt) }] : [];
}
