import { formatPromptId } from '@gateway/contract';
import type { Platform } from '@gateway/platform-kit';
import { requireChannel } from '../access/allowed-channels.js';
import type { Principal } from '../access/principal.js';
import { timeoutAnswerOf } from '../answers/time-out.js';
import type { AnswerDeps } from '../answers/given-answer.js';
import { auditEntry } from '../audit/audit.js';
import type { Refusals } from '../audit/refusals.js';
import { promptFields } from '../base/log-fields.js';
import type { Platforms } from '../base/platforms.js';
import { checkAddress, Refusal } from '../base/refusal.js';
import type { ChannelCache } from '../channels/channel-cache.js';
import { checkReplyWindow, templateOf } from '../channels/reply-window.js';
import type { AccountRegistry } from '../connections/account-registry.js';
import type { Attachment } from '../hosted-files/attachment.js';
import { usableGrants } from '../grants/usable-grants.js';
import type { HostedFiles } from '../hosted-files/hosted-files.js';
import type { ClaimedKey } from '../idempotency/idempotency.js';
import { attentionOf } from '../limits/attention.js';
import type { OpenPrompts } from '../limits/open-prompts.js';
import type { RateLimits } from '../limits/rate-limits.js';
import type { NewPrompt, Opening } from '../ports/questions/prompt-store.js';
import type { ChannelRow, PromptRow } from '../ports/rows.js';
import type { Outgoing } from '../ports/system.js';
import { copiesIn, copyTarget } from '../posts/copies.js';
import { earlierPrompt } from '../posts/opening.js';
import { postQuestion } from '../posts/post-question.js';
import type { Posts } from '../posts/posts.js';
import { checkButtons, promptChannel } from '../posts/prompt-channel.js';
import { mediaAt } from '../posts/post-in-chat.js';
import { stepTime } from '../questions/step-time.js';
import { consoleUrlFor } from '../questions/links.js';
import { messageIdOf } from '../questions/messages.js';
import { acceptedState, hasNoMessage } from '../questions/prompt-state.js';
import { isUninspectable } from '../questions/showing.js';
import { newNonce } from '../questions/tokens.js';
import type { AddressVault } from '../sealed-addresses/address-vault.js';
import { collapseDigest, type Collapse } from './collapse.js';
import { termsOf } from './create-terms.js';
import { checkFileName } from './own-file-name.js';
import { openAnswered } from './open-answered.js';
import type { AskedPrompt, PromptInput } from './prompt-input.js';
import { underRule } from './under-rule.js';
import type { Services } from '../ports/services.js';

export interface AskDeps extends Services, Pick<AnswerDeps, 'tracing' | 'deliveries' | 'closings'> {
  readonly channels: ChannelCache;
  readonly platforms: Platforms;
  readonly posts: Posts;
  readonly accounts: AccountRegistry;
  readonly refusals: Pick<Refusals, 'answer'>;
  readonly outgoing: Outgoing;
  readonly addresses: AddressVault;
  readonly hostedFiles: HostedFiles;
  readonly rateLimits: Pick<RateLimits, 'posts'>;
  readonly openPrompts: OpenPrompts;
  readonly collapse: Collapse;
  readonly defaultChannelId: string | null;
  readonly publicUrl: string | null;
  /** Called with the expiry time (milliseconds) of each new prompt that expires. */
  readonly onExpiry: (time: number) => void;
  /** Called with the time (milliseconds) of the first step of each new prompt's policy. */
  readonly onStep: (time: number) => void;
}

interface Question {
  readonly principal: Principal;
  readonly input: PromptInput;
  readonly attachment: Attachment | null;
  readonly claimed: ClaimedKey | null;
}

/**
 * Posts a question. If the platform refuses it or cannot be reached, no prompt is visible. A retry with the same Idempotency-Key
 * continues the prompt of an instance that crashed.
 */
export async function askQuestion(
  deps: AskDeps,
  { principal, input: given, attachment, claimed }: Question,
): Promise<AskedPrompt> {
  const { store, clock, accounts, outgoing, addresses, posts, hostedFiles, rateLimits, openPrompts } = deps;
  const { input, ruled } = await underRule(deps, principal, given);
  const channel = await channelFor(deps, principal, input.channelId);
  const channelProblem = channel.accountProblem;
  const resolved = await accounts.resolve(channel);
  const { platform } = resolved;
  checkButtons(platform, (input.decisions ?? input.options).length, input.decisions ? 'decisions' : 'options');
  const media = attachment ?? mediaAt(platform, input.mediaUrl);
  checkFileName(input, attachment);
  hostedFiles.check(platform, media, input.mediaUrl === null ? 'file' : 'media_url');
  checkAddress(outgoing, 'callback_url', input.callbackUrl);
  checkAddress(outgoing, 'media_url', input.mediaUrl);

  const now = clock.now();
  const { organizationId } = channel;
  const buttons = (input.decisions ?? input.options).length;
  const asked = { organizationId, buttons, media: attachment };
  const otherIds = input.channelIds.slice(1);
  for (const channelId of otherIds) requireChannel(principal, channelId);
  const targets = await Promise.all(otherIds.map((channelId) => copyTarget(deps, asked, channelId)));
  const channels = targets.map((target) => target.channel);
  const asks = await termsOf(deps, principal, input, [channel, ...channels], ruled);
  const terms = asks && attachment ? { ...asks, hasFile: true } : asks;
  const shown = { options: input.options, terms };
  const draft = {
    organizationId,
    channelId: channel.channelId,
    platform: channel.platform,
    text: input.text,
    mediaUrl: input.mediaUrl && addresses.seal(input.mediaUrl),
    options: input.options,
    allowText: input.allowText,
    allowAttachments: input.allowAttachments,
    callbackUrl: input.callbackUrl && addresses.seal(input.callbackUrl),
    correlationId: input.correlationId,
    notifyOnExpiry: input.notifyOnExpiry,
    nonce: newNonce(),
    createdAt: new Date(now),
    expiresAt: input.ttlSec === 0 ? null : new Date(now + input.ttlSec * 1000),
    apiKeyId: principal.keyId,
    operatorId: principal.operator?.id ?? null,
    trace: input.trace,
    consoleUrl: consoleUrlFor(channel, deps.publicUrl),
    terms,
  };
  const withoutFiles = [{ channel, platform }, ...targets].flatMap((target) =>
    input.allowAttachments && !target.platform.capabilities.inboundFiles ? [target.channel.channelId] : [],
  );
  const reply = { channelProblem, posts: [], ruled, isCollapsed: false, withoutFiles };
  const earlier = await earlierPrompt(store, draft, claimed);
  const unseenIn = [{ channel, platform }, ...targets]
    .filter((target) => isUninspectable(shown, target.platform.capabilities))
    .map((target) => target.channel.channelId);
  const answered = earlier ?? (await answeredAtOnce(deps, draft, claimed, unseenIn));
  // A repeated request, too, needs no chat then.
  if (answered && hasNoMessage(answered)) return { ...reply, prompt: answered, messageId: '' };
  const digest = collapseDigest(principal, input, terms);
  const collapses = input.collapse && !earlier ? digest : null;
  const collapsed = async (row: PromptRow): Promise<AskedPrompt> => {
    const others = row.terms && row.terms.channelIds.length > 1 ? await store.posts.of(organizationId, [row.num]) : [];
    return { ...reply, prompt: row, messageId: messageIdOf(row) ?? '', posts: others, isCollapsed: true };
  };
  const pending = collapses && (await deps.collapse.find(organizationId, collapses));
  if (pending) return await collapsed(pending);

  const window = await checkReplyWindow(deps, platform, channel, 'question');
  if (window.template && attachment) throw fileCannotWait(platform);
  const copies = copiesIn(targets, shown, now);
  const question = {
    ...draft,
    timeoutAnswer: timeoutAnswerOf(terms),
    stepDueAt: stepTime({ createdAt: new Date(now), terms }, 0),
    ...firstChat(channel, platform, shown),
    ...(window.template && { showAfter: new Date(now) }),
    collapseDigest: digest,
  };
  const channelIds = [channel, ...channels].map((each) => each.channelId);
  const claim = claimed?.claim ?? null;
  const attention = attentionOf(principal, [channel, ...channels], terms);
  const open = async (): Promise<Opening> => {
    rateLimits.posts(organizationId, channelIds);
    if (earlier) return { prompt: earlier, isFound: false };
    const options = { digest: collapses, attention, claim, copies };
    return await openPrompts.open(organizationId, channelIds, async () =>
      collapses || attention.channels.length > 0
        ? await store.prompts.openWithin(question, options)
        : { prompt: await store.prompts.open(question, claim, copies), isFound: false },
    );
  };
  const opening = collapses ? await deps.collapse.open(organizationId, collapses, open) : await open();
  const { prompt } = opening;
  if (opening.isFound) return await collapsed(prompt);
  const posted = async (row: PromptRow): Promise<AskedPrompt> => ({
    ...reply,
    prompt: row,
    messageId: messageIdOf(row) ?? '',
    posts: copies.length > 0 ? await posts.postNow(row, attachment) : [],
  });
  if (prompt.state !== 'posting') return await posted(prompt);
  // A repeated request posts what the first one did, also when the window has opened since.
  const template = prompt.showAfter && (window.template ?? templateOf(channel));
  const id = formatPromptId(prompt.num);
  const audit = principal.operator ? auditEntry(principal, clock, 'prompt.created', id) : undefined;
  const chat = { channel, resolved, media, outsideWindow: window.outsideWindow, template };
  const row = await postQuestion(deps, { ...chat, claimed, audit }, prompt);
  deps.log.info({ ...promptFields(prompt), platform: prompt.platform }, 'A prompt was asked');
  if (prompt.expiresAt) deps.onExpiry(prompt.expiresAt.getTime());
  if (prompt.stepDueAt) deps.onStep(prompt.stepDueAt.getTime());
  return await posted(row);
}

function firstChat(channel: ChannelRow, platform: Platform, shown: Pick<PromptRow, 'options' | 'terms'>) {
  const uninspectable = isUninspectable(shown, platform.capabilities);
  return { chatId: channel.targetChatId, account: channel.account, uninspectable, ...acceptedState(platform) };
}

/** Opens a prompt that its rule or a standing approval answers, so that nothing is posted. Null: people are asked. */
async function answeredAtOnce(
  deps: AskDeps,
  draft: Omit<NewPrompt, 'chatId' | 'account'>,
  claimed: ClaimedKey | null,
  unseenIn: readonly string[],
): Promise<PromptRow | null> {
  const silent = { ...draft, chatId: '', account: '' };
  if (hasNoMessage({ terms: draft.terms ?? null })) return await openAnswered(deps, silent, claimed, null);
  for (const grant of await usableGrants(deps, { ...draft, terms: draft.terms ?? null, unseenIn })) {
    const opened = await openAnswered(deps, silent, claimed, grant);
    if (opened) return opened;
  }
  return null;
}

async function channelFor(deps: AskDeps, principal: Principal, given: string | null): Promise<ChannelRow> {
  const channelId = given ?? deps.defaultChannelId;
  if (channelId === null) {
    throw new Refusal('invalid', 'Give a channel_id, or set DEFAULT_PROMPT_CHANNEL_ID on the gateway.', 'channel_id');
  }
  requireChannel(principal, channelId, { isNamed: given !== null });
  return await promptChannel(deps, principal.organizationId, channelId, 'channel_id');
}

function fileCannotWait({ name }: Platform): Refusal {
  const detail = `${name} shows the question when the person asks for it, and an uploaded file is not kept until then: give media_url.`;
  return new Refusal('invalid', detail, 'file', { code: 'window_closed' });
}
