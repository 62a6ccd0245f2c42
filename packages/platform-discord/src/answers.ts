import { setTimeout as sleep } from 'node:timers/promises';
import type { Log, Outcome } from '@gateway/platform-kit';
import { isPlatformError } from '@gateway/platform-kit';
import { InteractionResponseType, MessageFlags, type APIInteractionResponse } from 'discord-api-types/v10';
import type { Api } from './api.js';
import { ALREADY_ACKNOWLEDGED, DiscordRefusal, UNKNOWN_INTERACTION, UNKNOWN_WEBHOOK } from './errors.js';
import type { Press } from './inbound.js';
import { textBody } from './render.js';

/** Milliseconds between tries of a word to the presser: Discord takes it only once it has read the reply to the press. */
const AFTER_REPLY_MS = [200, 1000, 3000] as const;

type Interaction = Press['interaction'];

/** What Discord is told about a press: rewrite the message for all, or tell the presser alone, or nothing. */
export function answerTo(outcome: Outcome | undefined): APIInteractionResponse {
  if (outcome?.closedText) {
    return { type: InteractionResponseType.UpdateMessage, data: { ...textBody(outcome.closedText), components: [] } };
  }
  if (outcome?.notice)
    return { type: InteractionResponseType.ChannelMessageWithSource, data: privately(outcome.notice) };
  return { type: InteractionResponseType.DeferredMessageUpdate };
}

/** Answers to presses, sent beside the receiving so that they do not hold it up. */
export interface Answers {
  /** Answers a press that came over the socket. */
  send(interaction: Interaction, outcome: Outcome | undefined): void;
  /** After a reply that rewrote the message: tells a presser who was not the one, alone. */
  followUp(interaction: Interaction, outcome: Outcome | undefined): void;
  /** Waits for answers on their way, but not longer than `limitMs`; what is left then is given up. */
  settle(limitMs: number): Promise<void>;
}

export function createAnswers(api: Api, log: Log, applicationId: string | null): Answers {
  const underWay = new Set<Promise<void>>();
  let givenUp = new AbortController();

  async function callback(
    { id, token }: Interaction,
    outcome: Outcome | undefined,
    signal: AbortSignal,
  ): Promise<boolean> {
    try {
      const body = answerTo(outcome);
      await api.call('post', `/interactions/${id}/${token}/callback`, { body, auth: false, signal });
      return true;
    } catch (error) {
      // Past its three seconds, or answered before a replay: the outcome shows in the channel anyway.
      const isOver =
        error instanceof DiscordRefusal && [UNKNOWN_INTERACTION, ALREADY_ACKNOWLEDGED].includes(error.number ?? 0);
      if (!isOver && !signal.aborted) log.warn('A press could not be answered.', { reason: reasonOf(error) });
      return false;
    }
  }

  async function tell(interaction: Interaction, outcome: Outcome | undefined, signal: AbortSignal): Promise<void> {
    const application = interaction.applicationId ?? applicationId;
    if (!application || !outcome?.notice || !outcome.closedText || outcome.result !== 'refused') return;
    for (const waitMs of AFTER_REPLY_MS) {
      await sleep(waitMs, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      try {
        const body = privately(outcome.notice);
        return await api.call('post', `/webhooks/${application}/${interaction.token}`, { body, auth: false, signal });
      } catch (error) {
        const isEarly = error instanceof DiscordRefusal && error.number === UNKNOWN_WEBHOOK;
        if (!isEarly) return log.debug('A presser could not be told.', { reason: reasonOf(error) });
      }
    }
  }

  function run(work: (signal: AbortSignal) => Promise<void>): void {
    const done = work(givenUp.signal).finally(() => underWay.delete(done));
    underWay.add(done);
  }

  return {
    send: (interaction, outcome) =>
      run(async (signal) => {
        if (await callback(interaction, outcome, signal)) await tell(interaction, outcome, signal);
      }),
    followUp: (interaction, outcome) => run((signal) => tell(interaction, outcome, signal)),
    async settle(limitMs) {
      const timer = setTimeout(() => {
        givenUp.abort();
        // The stream may begin again on the same connection.
        givenUp = new AbortController();
      }, limitMs);
      await Promise.all(underWay);
      clearTimeout(timer);
    },
  };
}

function privately(notice: string) {
  return { ...textBody(notice), flags: MessageFlags.Ephemeral as const };
}

function reasonOf(error: unknown): string {
  return isPlatformError(error) ? error.message : 'unknown';
}
