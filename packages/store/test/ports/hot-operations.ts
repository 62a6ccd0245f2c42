import type { NewVote, Store } from '@gateway/core';
import { after, claim, newAnswer, newDelivery, newMessage, newPrompt, now, org, settlement } from './fixture.js';

/** What happens for every question and every message. */
export interface HotOperations {
  readonly [name: string]: () => Promise<unknown>;
}

/** The operations of one question and one message, to be called in this order. */
export function hotOperations(store: Store): HotOperations {
  const { prompts, messages, deliveries } = store;
  let events = 0;
  const nextEvent = () => ({ account: 'bot-1', eventId: `hot-${(events += 1)}` });
  const claimed = () => ({ claim: { until: after(20), holder: 'here' } });
  const pending = async () => {
    const { num } = await prompts.open(newPrompt({ correlationId: `order-${(events += 1)}` }));
    await prompts.posted(org, num, { messageId: `m${num}`, messageIds: [`m${num}`], ref: null });
    return (await prompts.get(org, num))!;
  };
  return {
    create: pending,
    async press() {
      const prompt = await pending();
      const delivery = newDelivery({ promptNum: prompt.num, ...claimed() });
      const answered = await prompts.answer(newAnswer(prompt, { closeUntil: after(20), delivery, event: nextEvent() }));
      await deliveries.settle([settlement(answered.delivery!, 'delivered')]);
      const closing = { prompt: answered.prompt!, until: after(20) };
      await prompts.endClosings([{ closing, retryAt: null, messageClosedAt: null }]);
    },
    async vote() {
      const { num } = await pending();
      await store.votes.cast(newVote(num, nextEvent()), async (_, votes) => ({ votes, notes: [], answer: null }));
    },
    async 'reply in the chat'() {
      const { num } = await pending();
      await prompts.byMessage(org, ['ops', 'chat'], `m${num}`);
      await prompts.noteMessage(org, num, `m${num}`);
    },
    async cancel() {
      const { num } = await pending();
      await prompts.cancel(org, num, after(1), null);
    },
    async close() {
      const closings = await prompts.claimClosings(after(5), after(11), 10, ['pigeon']);
      await prompts.endClosings(closings.map((closing) => ({ closing, retryAt: null, messageClosedAt: null })));
      await prompts.nextClosing(['pigeon']);
    },
    async expire() {
      const { num } = await prompts.open(newPrompt({ expiresAt: after(2) }));
      await prompts.posted(org, num, { messageId: `m${num}`, messageIds: [`m${num}`], ref: null });
      await prompts.expireDue(after(3), 100, () => null);
      await prompts.nextExpiry();
    },
    async step() {
      await store.posts.dueSteps(after(3), 10);
      await store.posts.nextStep(now);
    },
    async receive() {
      const event = { organizationId: org, at: now, ...nextEvent() };
      const id = `message-${events}`;
      await messages.receive(event, newMessage(id), newDelivery({ messageId: id, lane: 'chat' }));
    },
    async deliver() {
      const rows = await claim(store, { limit: 16, perLane: 16 });
      await deliveries.renew(rows, after(30));
      await deliveries.settle(rows.map((row) => settlement(row, 'delivered')));
    },
    async 'fail to deliver'() {
      await messages.receive({ organizationId: org, at: now, ...nextEvent() }, null, newDelivery());
      const rows = await claim(store, { limit: 16, perLane: 16 });
      await deliveries.settle(rows.map((row) => settlement(row, after(900))));
      await deliveries.nextDue(after(1));
    },
    send: () => messages.insert(newMessage(`sent-${(events += 1)}`, { direction: 'outbound' })),
  };
}

function newVote(promptNum: number, event: NonNullable<NewVote['event']>): NewVote {
  const person = { voter: 'ada', personId: null, operatorId: null, platform: 'pigeon', userId: 'ada', name: 'Ada' };
  const said = { choice: 'approve', reason: null, reasonUntil: null, at: after(1), channelId: 'ops' };
  return { organizationId: org, promptNum, ...person, ...said, event, sameAs: [] };
}
