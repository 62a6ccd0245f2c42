import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import {
  isFresh,
  parseJson,
  refuse,
  type DialogReplies,
  type WebhookReply,
  type WebhookRequest,
} from '@gateway/platform-kit';
import { InteractionResponseType, MessageFlags, type APIInteractionResponse } from 'discord-api-types/v10';
import { answerTo, type Answers } from './answers.js';
import type { DiscordContext } from './api.js';
import { parseInteraction, withHandle, type OtherInteraction } from './inbound.js';
import type { Threads } from './threads.js';

/** The SubjectPublicKeyInfo prefix of an Ed25519 key (RFC 8410): node:crypto accepts no raw key. */
const KEY_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** Replies to interactions that are neither presses nor submissions; Discord accepts different reply types for each kind. */
const REPLIES: Readonly<Record<OtherInteraction, APIInteractionResponse>> = {
  ping: { type: InteractionResponseType.Pong },
  command: {
    type: InteractionResponseType.ChannelMessageWithSource,
    data: { content: 'This bot has no commands.', flags: MessageFlags.Ephemeral },
  },
  autocomplete: { type: InteractionResponseType.ApplicationCommandAutocompleteResult, data: { choices: [] } },
  other: { type: InteractionResponseType.DeferredMessageUpdate },
};

/** Handles requests on the Interactions Endpoint URL: presses, submissions, and Discord's tests of the address. */
export function createWebhook(
  { deliver, log, now }: Pick<DiscordContext, 'deliver' | 'log' | 'now'>,
  publicKey: string,
  { answers, dialogs, threads }: { answers: Answers; dialogs: DialogReplies; threads: Threads },
) {
  const key = createPublicKey({
    key: Buffer.concat([KEY_PREFIX, Buffer.from(publicKey, 'hex')]),
    format: 'der',
    type: 'spki',
  });
  return async (request: WebhookRequest): Promise<WebhookReply> => {
    if (!isSigned(request, key)) {
      return refuse(401, 'The signature is missing or not by the application of this channel: compare the Public Key.');
    }
    if (!isFresh(Number(request.headers['x-signature-timestamp']), now())) {
      return refuse(401, 'The signature is more than five minutes old or ahead: check the clock of this machine.');
    }
    const parsed = parseInteraction(parseJson(request.body), threads);
    if (parsed === null) return refuse(400, 'The body is not an interaction of the Discord API.');
    if (typeof parsed === 'string') return { status: 200, body: REPLIES[parsed] };
    const handle = dialogs.begin();
    try {
      const [outcome] = await deliver([withHandle(parsed.event, handle)]);
      const body = answerTo(parsed.event.kind, outcome, dialogs.end(handle));
      answers.followUp(parsed.interaction, body, outcome);
      return { status: 200, body };
    } catch {
      // Discord does not send an interaction again. The person sees the failure and must press again.
      log.error('A press could not be stored.', { interaction: parsed.interaction.id });
      return refuse(503, 'The press could not be stored. Press again.');
    } finally {
      dialogs.end(handle);
    }
  };
}

function isSigned({ headers, body }: WebhookRequest, key: KeyObject): boolean {
  const signature = headers['x-signature-ed25519'] ?? '';
  const timestamp = headers['x-signature-timestamp'] ?? '';
  if (!/^[0-9a-f]{128}$/i.test(signature) || !/^\d{1,15}$/.test(timestamp)) return false;
  return verify(null, Buffer.concat([Buffer.from(timestamp), body]), key, Buffer.from(signature, 'hex'));
}
