import {
  isPlatformError,
  type InboundEvent,
  type OtherEvent,
  type Outcome,
  type TextEvent,
} from '@gateway/platform-kit';
import { answerByChoice } from '../choices/choose.js';
import { mayReopen } from '../channels/reply-window.js';
import type { Account } from '../connections/account.js';
import { promptFields } from '../log-fields.js';
import { answerRequest } from '../decisions/request-press.js';
import { parseRequestToken } from '../decisions/request-token.js';
import { parseButtonToken } from '../prompts/button-token.js';
import { postKey } from '../prompts/post-key.js';
import { parseShowToken } from '../prompts/show-token.js';
import type { PromptRow } from '../rows.js';
import { channelOfReplies, ignored, type Arrival, type InboundDeps } from './arrival.js';
import { answerByPress } from './press.js';
import { handleOther } from './other.js';
import { withStorableIds } from './storable-ids.js';
import { handleText } from './text.js';

/** The port by which the events of bot accounts enter the core: every adapter's `deliver` leads here. */
export interface InboundPort {
  /**
   * Handles what a platform reports for one account. Resolves after everything is durable. Rejects when something could not be
   * stored: then the platform must report all of it again, and what was stored counts as a duplicate. Events of one conversation
   * are handled in order, different conversations concurrently.
   */
  receive(account: Account, events: readonly InboundEvent[]): Promise<Outcome[]>;
}

export function createInbound(deps: InboundDeps): InboundPort {
  return { receive: (account, events) => receive(deps, account, events) };
}

async function receive(deps: InboundDeps, account: Account, events: readonly InboundEvent[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const conversations = new Map<string, { event: InboundEvent; index: number }[]>();
  for (const [index, event] of events.entries()) {
    const [target] = event.targets;
    conversations.set(target, [...(conversations.get(target) ?? []), { event, index }]);
  }
  await Promise.all(
    [...conversations.values()].map(async (entries) => {
      for (const { event, index } of entries) outcomes[index] = await receiveOne(deps, account, withStorableIds(event));
    }),
  );
  return outcomes;
}

async function receiveOne(deps: InboundDeps, account: Account, event: InboundEvent): Promise<Outcome> {
  const channels = account.channels.filter((channel) => event.targets.includes(channel.targetChatId));
  for (const channel of channels) deps.activity.note(channel, 'inbound', event.occurredAt);
  // The person may be asked at once, also by another instance.
  if (channels.some((channel) => mayReopen(account.platform, channel, deps.clock.now()))) await deps.activity.flush();
  const read = asText(event);
  if (read.kind === 'press' || read.kind === 'dialog') {
    const request = parseRequestToken(read.token);
    if (request) return await answerRequest(deps, { event: read, account, channels }, request);
    return read.kind === 'press' ? await answerByPress(deps, { event: read, account, channels }) : ignored;
  }
  if (read.kind === 'choice') return await answerByChoice(deps, { event: read, account, channels });
  const { outcome, reply, prompt, isPrivate } =
    read.kind === 'text'
      ? await handleText(deps, { event: read, account, channels })
      : await handleOther(deps, { event: read, account, channels });
  if (reply !== null) replyInThread(deps, { event: read, account, channels }, { text: reply, prompt, isPrivate });
  return outcome;
}

/** A choice from a template of another program, which posts in the same chat, is what the person says. */
function asText(event: InboundEvent): InboundEvent {
  if (event.kind !== 'press' || event.label === undefined || isOurs(event.token)) return event;
  const { token: _token, label, ...common } = event;
  return { ...common, kind: 'text', text: label, messageId: event.id, replyTo: event.messageId };
}

const isOurs = (token: string) =>
  [parseButtonToken, parseRequestToken, parseShowToken].some((parse) => parse(token) !== null);

const threadOf = (event: TextEvent | OtherEvent) =>
  'thread' in event && event.thread !== undefined && { thread: event.thread };

/** Best effort: a failure here must not make the platform report the event again. */
function replyInThread(
  { store, log, asking }: InboundDeps,
  arrival: Arrival<TextEvent | OtherEvent>,
  { text, prompt, isPrivate = false }: { text: string; prompt: PromptRow | null; isPrivate?: boolean | undefined },
): void {
  const { event, account } = arrival;
  const send = async () => {
    const connection = await account.connection();
    const { messageIds } = await connection.sendMessage({
      target: event.targets[0],
      text,
      replyTo: event.messageId,
      ...threadOf(event),
      idempotencyKey: postKey('reply', account.id.account, event.id),
      ...(isPrivate && { privateTo: event.sender.id }),
    });
    // The writer may be asked for more, and reply to that.
    if (prompt?.terms)
      await store.prompts.linkMessages({ ...prompt, channelId: channelOfReplies(arrival, prompt) }, messageIds);
  };
  asking.run(arrival, () =>
    send().catch((error: unknown) =>
      log.warn(
        {
          ...(prompt && promptFields(prompt)),
          platform: account.id.platform,
          reason: isPlatformError(error) ? error.explanation : 'adapter failure',
        },
        'A person could not be notified why their text was refused',
      ),
    ),
  );
}
