import { voterAbout } from '../answers/check-voter.js';
import type { InboundEvent, Outcome } from '@gateway/platform-kit';
import { mayReopen } from '../channels/reply-window.js';
import type { Account } from '../connections/account.js';
import type { InboundPort } from '../connections/inbound-port.js';
import { choiceAt } from '../questions/choices.js';
import { grantTimes } from '../questions/grants/grant-offer.js';
import { parseToken } from '../questions/tokens.js';
import { answerRequest } from './answer-request.js';
import { answerByText } from './answer-text.js';
import { withinArrival, type Arrival, type InboundDeps } from './arrival.js';
import { findSubject } from './find-subject.js';
import { answerByPress } from './press.js';
import { settle, type Result } from './result.js';
import { isWaiting, showByEvent } from './show.js';
import { showWhole } from './show-whole.js';
import { withStorableIds } from './storable-ids.js';
import type { Subject } from './subject.js';
import { stopInChat } from './stop-grant.js';
import { takeByPress } from './take.js';
import { takeBackInChat } from './take-back.js';

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

async function receiveOne(deps: InboundDeps, account: Account, received: InboundEvent): Promise<Outcome> {
  const channels = account.channels.filter((channel) => received.targets.includes(channel.targetChatId));
  for (const channel of channels) deps.activity.received(channel, received.occurredAt);
  // The person may be asked at once, also by another instance.
  if (channels.some((channel) => mayReopen(account.platform, channel, deps.clock.now()))) await deps.activity.flush();
  const arrival = { event: asText(received), account, channels };
  const found = await findSubject(deps, arrival);
  if ('result' in found) return await settle(deps, arrival, found.result);
  const result = await handle(deps, arrival, found);
  const place = channels.find(({ channelId }) => channelId === found.place.channelId);
  if (place && result.result === 'answered') deps.activity.answered(place, found.prompt.num, received.occurredAt);
  return await settle(deps, arrival, result);
}

/** A choice from a template of another program, which posts in the same chat, is what the person says. */
function asText(event: InboundEvent): InboundEvent {
  if (event.kind !== 'press' || event.label === undefined || parseToken(event.token) !== null) return event;
  const { token: _token, label, ...common } = event;
  return { ...common, kind: 'text', text: label, messageId: event.id, replyTo: event.messageId };
}

/** Handles what a person said about a question. */
async function handle(deps: InboundDeps, arrival: Arrival, { prompt, place, said }: Subject): Promise<Result> {
  const voter = () => voterAbout(deps, prompt, place.channelId, arrival);
  return await withinArrival(deps, arrival, prompt, async () => {
    if (said.by === 'template') return await showByEvent(deps, arrival, prompt);
    if (said.by === 'whole') return await showWhole(deps, arrival, prompt, place);
    if (said.by === 'take_back') return await takeBackInChat(deps, arrival, prompt, await voter());
    if (said.by === 'stop') return await stopInChat(deps, arrival, prompt, place.channelId, await voter());
    if (said.by === 'take') return await takeByPress(deps, arrival, prompt, place);
    if (said.by === 'choice')
      return await answerByPress(deps, arrival, prompt, place, { value: choiceAt(prompt, said.choice) });
    if (said.by === 'grant')
      return await answerByPress(deps, arrival, prompt, place, {
        value: 'approve',
        grantSec: grantTimes(prompt)[said.time],
      });
    if (said.by === 'request') return await answerRequest(deps, arrival, prompt, place, said);
    // The question is not in the chat yet, and the text has opened the reply window.
    if (isWaiting(prompt, deps.clock.now()) && place.copies.length === 0)
      return await showByEvent(deps, arrival, prompt);
    return await answerByText(deps, { ...arrival, event: said.event }, prompt, place, said.text);
  });
}
