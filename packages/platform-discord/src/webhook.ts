import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import { isFresh, type WebhookReply, type WebhookRequest } from '@gateway/platform-kit';
import { InteractionResponseType, MessageFlags, type APIInteractionResponse } from 'discord-api-types/v10';
import { answerTo, type Answers } from './answers.js';
import type { DiscordContext } from './api.js';
import { parseInteraction, type NoPress } from './inbound.js';
import type { Threads } from './threads.js';

/** The fixed bytes before an Ed25519 key in SubjectPublicKeyInfo (RFC 8410): node:crypto takes no bare key. */
const KEY_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** What interactions that concern no question are answered; each kind has types of its own that Discord takes. */
const REPLIES: Readonly<Record<NoPress, APIInteractionResponse>> = {
  ping: { type: InteractionResponseType.Pong },
  command: {
    type: InteractionResponseType.ChannelMessageWithSource,
    data: { content: 'This bot takes no commands.', flags: MessageFlags.Ephemeral },
  },
  autocomplete: { type: InteractionResponseType.ApplicationCommandAutocompleteResult, data: { choices: [] } },
  other: { type: InteractionResponseType.DeferredMessageUpdate },
};

/** Handles requests on the Interactions Endpoint URL: presses, and Discord's own tests of the address. */
export function createWebhook(
  { deliver, log, now }: Pick<DiscordContext, 'deliver' | 'log' | 'now'>,
  publicKey: string,
  { answers, threads }: { answers: Answers; threads: Threads },
) {
  const key = createPublicKey({
    key: Buffer.concat([KEY_PREFIX, Buffer.from(publicKey, 'hex')]),
    format: 'der',
    type: 'spki',
  });
  return async (request: WebhookRequest): Promise<WebhookReply> => {
    if (!isSigned(request, key)) {
      return refusal(
        401,
        'The signature is missing or not by the application of this channel: compare the Public Key.',
      );
    }
    if (!isFresh(Number(request.headers['x-signature-timestamp']), now())) {
      return refusal(401, 'The signature is more than five minutes old or ahead: check the clock of this machine.');
    }
    const parsed = parseInteraction(parseJson(request.body), threads);
    if (parsed === null) return refusal(400, 'The body is not an interaction of the Discord API.');
    if (typeof parsed === 'string') return { status: 200, body: REPLIES[parsed] };
    try {
      const [outcome] = await deliver([parsed.event]);
      answers.followUp(parsed.interaction, outcome);
      return { status: 200, body: answerTo(outcome) };
    } catch {
      // Discord does not send an interaction again: the person sees that it failed, and presses again.
      log.error('A press could not be stored.', { interaction: parsed.interaction.id });
      return refusal(503, 'The press could not be stored. Press again.');
    }
  };
}

function isSigned({ headers, body }: WebhookRequest, key: KeyObject): boolean {
  const signature = headers['x-signature-ed25519'] ?? '';
  const timestamp = headers['x-signature-timestamp'] ?? '';
  if (!/^[0-9a-f]{128}$/i.test(signature) || !/^\d{1,15}$/.test(timestamp)) return false;
  return verify(null, Buffer.concat([Buffer.from(timestamp), body]), key, Buffer.from(signature, 'hex'));
}

function refusal(status: number, detail: string): WebhookReply {
  return { status, body: { detail } };
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8'));
  } catch {
    return undefined;
  }
}
