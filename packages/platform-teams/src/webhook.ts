import {
  isPlatformError,
  type InboundEvent,
  type Outcome,
  type WebhookReply,
  type WebhookRequest,
} from '@gateway/platform-kit';
import { activitySchema, isCardAction, type Activity } from './activity.js';
import type { TeamsContext } from './credentials.js';
import { readActivity } from './inbound.js';
import { CARD_TYPE, renderCard } from './render.js';
import type { ServiceUrls } from './service-urls.js';
import type { Verify, Voucher } from './verification.js';

export interface WebhookParts {
  readonly verify: Verify;
  readonly services: ServiceUrls;
  /** Tells a presser something where the HTTP reply cannot; never fails. */
  readonly tell: (event: InboundEvent, notice: string) => void;
}

/** Handles the activities that the Bot Framework posts, one each. */
export function createWebhook({ deliver, log }: TeamsContext, { verify, services, tell }: WebhookParts) {
  return async ({ method, headers, body }: WebhookRequest): Promise<WebhookReply> => {
    if (method !== 'POST') return refusal(405, 'The Bot Framework posts activities to this address.');
    let voucher: Voucher | null;
    try {
      voucher = await verify(headers['authorization']);
    } catch (error) {
      log.error('An activity could not be verified; it must be sent again.', {
        reason: isPlatformError(error) ? error.explanation : 'failure',
      });
      return refusal(503, 'The token cannot be verified now. Send the activity again.');
    }
    if (voucher === null) return refusal(401, 'The bearer token is missing, forged, expired or not for this bot.');
    const activity = parseActivity(body);
    if (activity === null) return refusal(400, 'The body is not an activity of the Bot Framework.');
    if (!voucher.covers(activity)) return refusal(401, 'The bearer token is not for this service address or channel.');

    const event = readActivity(activity, body);
    let outcome: Outcome | undefined;
    try {
      await remember(services, activity);
      if (event !== null) [outcome] = await deliver([event]);
    } catch {
      log.error('An activity could not be stored; it must be sent again.');
      return refusal(503, 'The activity could not be stored. Send it again.');
    }
    if (isCardAction(activity)) return cardReply(event, outcome);
    if (event?.kind === 'press' && outcome?.result === 'refused' && outcome.notice !== null)
      tell(event, outcome.notice);
    return { status: 200 };
  };
}

async function remember(services: ServiceUrls, { conversation, serviceUrl }: Activity): Promise<void> {
  if (!conversation || !serviceUrl || !URL.canParse(serviceUrl) || !/^https?:$/.test(new URL(serviceUrl).protocol))
    return;
  await services.remember(conversation.id, serviceUrl);
}

/** Teams shows the presser a card in place of the one that was pressed, or a sentence above it. */
function cardReply(event: InboundEvent | null, outcome: Outcome | undefined): WebhookReply {
  if (event === null || outcome === undefined)
    return invokeReply(400, 'application/vnd.microsoft.error', {
      code: 'BadRequest',
      message: 'This action is unknown.',
    });
  const { closedText, notice, result } = outcome;
  const nothingSaid = result === 'duplicate' ? 'This press has been received.' : 'Nothing was recorded.';
  if (closedText === null) return invokeReply(200, 'application/vnd.microsoft.activity.message', notice ?? nothingSaid);
  return invokeReply(200, CARD_TYPE, renderCard({ text: closedText, remark: result === 'answered' ? null : notice }));
}

function invokeReply(statusCode: number, type: string, value: unknown): WebhookReply {
  return { status: 200, body: { statusCode, type, value } };
}

function refusal(status: number, detail: string): WebhookReply {
  return { status, body: { detail } };
}

function parseActivity(body: Uint8Array): Activity | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    const parsed = activitySchema.safeParse(value);
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
