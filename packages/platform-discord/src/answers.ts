import { setTimeout as sleep } from 'node:timers/promises';
import { createPendingTasks, isPlatformError, type Dialog, type Log, type Outcome } from '@gateway/platform-kit';
import { InteractionResponseType, type APIInteractionResponse } from 'discord-api-types/v10';
import type { Api } from './api.js';
import { ALREADY_ACKNOWLEDGED, DiscordRefusal, UNKNOWN_INTERACTION, UNKNOWN_WEBHOOK } from './errors.js';
import { answerToSubmission, renderModal } from './dialogs.js';
import type { Interacted } from './inbound.js';
import { ephemeral, rowsOf, textBody } from './render.js';

/** Delays before the attempts to send a follow-up message: Discord accepts it only after it has processed the reply to the press. */
const FOLLOW_UP_DELAYS_MS = [200, 1000, 3000] as const;

type Interaction = Interacted['interaction'];
type Kind = Interacted['event']['kind'];

/** The reply to a press or a submission. `dialog`: the one that was opened in answer to the press. */
export function answerTo(kind: Kind, outcome: Outcome | undefined, dialog: Dialog | null): APIInteractionResponse {
  if (kind === 'dialog') return answerToSubmission(outcome);
  return dialog ? renderModal(dialog) : answerToPress(outcome);
}

/** Rewrites the message, shows a notice only to the person who pressed, or does nothing. */
function answerToPress(outcome: Outcome | undefined): APIInteractionResponse {
  if (outcome?.closedText) {
    const components = rowsOf(outcome.closedButtons ?? []);
    return { type: InteractionResponseType.UpdateMessage, data: { ...textBody(outcome.closedText), components } };
  }
  if (outcome?.notice)
    return { type: InteractionResponseType.ChannelMessageWithSource, data: ephemeral(outcome.notice) };
  return { type: InteractionResponseType.DeferredMessageUpdate };
}

/** Answers to presses and submissions. They are sent in the background so that they do not delay the next events. */
export interface Answers {
  /** Answers an interaction that came over the socket. `outcome`: of the press, unless `body` opens a dialog or answers a submission. */
  send(interaction: Interaction, body: APIInteractionResponse, outcome: Outcome | undefined): void;
  /** After a reply that rewrote the message: shows the notice to a person whose press was refused. */
  followUp(interaction: Interaction, body: APIInteractionResponse, outcome: Outcome | undefined): void;
  /** Waits until all answers are sent; aborts the remaining ones after `maxWaitMs`. */
  settle(maxWaitMs: number): Promise<void>;
}

export function createAnswers(api: Api, log: Log, applicationId: string | null): Answers {
  const tasks = createPendingTasks();

  async function callback(
    { id, token }: Interaction,
    body: APIInteractionResponse,
    signal: AbortSignal,
  ): Promise<boolean> {
    try {
      await api.call('post', `/interactions/${id}/${token}/callback`, { body, auth: false, signal });
      return true;
    } catch (error) {
      // The three seconds have passed, or the press was answered before a redelivery. The channel shows the outcome.
      const isTooLate =
        error instanceof DiscordRefusal && [UNKNOWN_INTERACTION, ALREADY_ACKNOWLEDGED].includes(error.number ?? 0);
      if (!isTooLate && !signal.aborted)
        log.warn('A press or a submitted dialog could not be answered.', { reason: reasonOf(error) });
      return false;
    }
  }

  async function sendFollowUp(
    interaction: Interaction,
    body: APIInteractionResponse,
    outcome: Outcome | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    // Without a reply that rewrote the message, the notice was the reply.
    if (body.type !== InteractionResponseType.UpdateMessage) return;
    const application = interaction.applicationId ?? applicationId;
    if (!application || !outcome?.notice || outcome.result !== 'refused') return;
    for (const waitMs of FOLLOW_UP_DELAYS_MS) {
      await sleep(waitMs, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      try {
        const notice = { body: ephemeral(outcome.notice), auth: false, signal };
        return await api.call('post', `/webhooks/${application}/${interaction.token}`, notice);
      } catch (error) {
        const isEarly = error instanceof DiscordRefusal && error.number === UNKNOWN_WEBHOOK;
        if (!isEarly)
          return log.debug('The notice to a person who pressed could not be sent.', { reason: reasonOf(error) });
      }
    }
  }

  return {
    send: (interaction, body, outcome) =>
      tasks.run(async (signal) => {
        if (await callback(interaction, body, signal)) await sendFollowUp(interaction, body, outcome, signal);
      }),
    followUp: (interaction, body, outcome) => tasks.run((signal) => sendFollowUp(interaction, body, outcome, signal)),
    settle: tasks.settle,
  };
}

function reasonOf(error: unknown): string {
  return isPlatformError(error) ? error.message : 'unknown';
}
