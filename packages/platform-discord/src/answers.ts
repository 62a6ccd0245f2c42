import { setTimeout as sleep } from 'node:timers/promises';
import { createPendingTasks, isPlatformError, type Log, type Outcome } from '@gateway/platform-kit';
import { InteractionResponseType, MessageFlags, type APIInteractionResponse } from 'discord-api-types/v10';
import type { Api } from './api.js';
import { ALREADY_ACKNOWLEDGED, DiscordRefusal, UNKNOWN_INTERACTION, UNKNOWN_WEBHOOK } from './errors.js';
import type { Press } from './inbound.js';
import { textBody } from './render.js';

/** Delays before the attempts to send a follow-up message: Discord accepts it only after it has processed the reply to the press. */
const FOLLOW_UP_DELAYS_MS = [200, 1000, 3000] as const;

type Interaction = Press['interaction'];

/** The reply to a press: rewrites the message, shows a notice only to the person who pressed, or does nothing. */
export function answerTo(outcome: Outcome | undefined): APIInteractionResponse {
  if (outcome?.closedText) {
    return { type: InteractionResponseType.UpdateMessage, data: { ...textBody(outcome.closedText), components: [] } };
  }
  if (outcome?.notice)
    return { type: InteractionResponseType.ChannelMessageWithSource, data: ephemeral(outcome.notice) };
  return { type: InteractionResponseType.DeferredMessageUpdate };
}

/** Answers to presses. They are sent in the background so that they do not delay the next events. */
export interface Answers {
  /** Answers a press that came over the socket. */
  send(interaction: Interaction, outcome: Outcome | undefined): void;
  /** After a reply that rewrote the message: shows the notice to a person whose press was refused. */
  followUp(interaction: Interaction, outcome: Outcome | undefined): void;
  /** Waits until all answers are sent; aborts the remaining ones after `maxWaitMs`. */
  settle(maxWaitMs: number): Promise<void>;
}

export function createAnswers(api: Api, log: Log, applicationId: string | null): Answers {
  const tasks = createPendingTasks();

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
      // The three seconds have passed, or the press was answered before a redelivery. The channel shows the outcome.
      const isTooLate =
        error instanceof DiscordRefusal && [UNKNOWN_INTERACTION, ALREADY_ACKNOWLEDGED].includes(error.number ?? 0);
      if (!isTooLate && !signal.aborted) log.warn('A press could not be answered.', { reason: reasonOf(error) });
      return false;
    }
  }

  async function sendFollowUp(
    interaction: Interaction,
    outcome: Outcome | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const application = interaction.applicationId ?? applicationId;
    if (!application || !outcome?.notice || !outcome.closedText || outcome.result !== 'refused') return;
    for (const waitMs of FOLLOW_UP_DELAYS_MS) {
      await sleep(waitMs, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      try {
        const body = ephemeral(outcome.notice);
        return await api.call('post', `/webhooks/${application}/${interaction.token}`, { body, auth: false, signal });
      } catch (error) {
        const isEarly = error instanceof DiscordRefusal && error.number === UNKNOWN_WEBHOOK;
        if (!isEarly)
          return log.debug('The notice to a person who pressed could not be sent.', { reason: reasonOf(error) });
      }
    }
  }

  return {
    send: (interaction, outcome) =>
      tasks.run(async (signal) => {
        if (await callback(interaction, outcome, signal)) await sendFollowUp(interaction, outcome, signal);
      }),
    followUp: (interaction, outcome) => tasks.run((signal) => sendFollowUp(interaction, outcome, signal)),
    settle: tasks.settle,
  };
}

function ephemeral(notice: string) {
  return { ...textBody(notice), flags: MessageFlags.Ephemeral as const };
}

function reasonOf(error: unknown): string {
  return isPlatformError(error) ? error.message : 'unknown';
}
