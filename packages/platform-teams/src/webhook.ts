import {
  explain,
  refuse,
  type Dialog,
  type DialogReplies,
  type InboundEvent,
  type Outcome,
  type WebhookReply,
  type WebhookRequest,
} from '@gateway/platform-kit';
import { activitySchema, isCardAction, type Activity } from './activity.js';
import type { TeamsContext } from './credentials.js';
import { asksForDialog, openDialog, openNoDialog, replyToSubmission, submitsDialog } from './dialogs.js';
import type { ReadFile } from './files.js';
import { readActivity } from './inbound.js';
import { CARD_TYPE, renderCard } from './render.js';
import type { Conversations } from './conversations.js';
import type { ServiceUrls } from './service-urls.js';
import type { Verify, VerifiedToken } from './verification.js';

export interface WebhookParts {
  readonly verify: Verify;
  readonly services: ServiceUrls;
  readonly conversations: Conversations;
  readonly dialogs: DialogReplies;
  readonly readFile: ReadFile;
  /** Sends a notice to a person who pressed, where the HTTP reply cannot. Never throws. */
  readonly sendNotice: (event: InboundEvent, notice: string) => void;
}

/** Handles the requests of the Bot Framework, one activity each. */
export function createWebhook(
  { deliver, log }: TeamsContext,
  { verify, services, conversations, dialogs, readFile, sendNotice }: WebhookParts,
) {
  return async ({ method, headers, body }: WebhookRequest): Promise<WebhookReply> => {
    if (method !== 'POST') return refuse(405, 'The Bot Framework posts activities to this address.');
    let token: VerifiedToken | null;
    try {
      token = await verify(headers['authorization']);
    } catch (error) {
      log.error('An activity could not be verified. The Bot Framework must send it again.', { reason: explain(error) });
      return refuse(503, 'The token cannot be verified now. Send the activity again.');
    }
    if (token === null) return refuse(401, 'The bearer token is missing, forged, expired or not for this bot.');
    const activity = parseActivity(body);
    if (activity === null) return refuse(400, 'The body is not an activity of the Bot Framework.');
    if (!token.covers(activity)) return refuse(401, 'The bearer token is not for this service address or channel.');

    let event: InboundEvent | null;
    let outcome: Outcome | undefined;
    let dialog: Dialog | null = null;
    const handle = asksForDialog(activity) ? dialogs.begin() : null;
    try {
      await saveServiceUrl(services, activity);
      await conversations.note(activity);
      event = readActivity(activity, body, { target: await personIn(conversations, activity), readFile });
      if (event !== null) [outcome] = await deliver([handle === null ? event : withHandle(event, handle)]);
    } catch {
      log.error('An activity could not be stored. The Bot Framework must send it again.');
      return refuse(503, 'The activity could not be stored. Send it again.');
    } finally {
      if (handle !== null) dialog = dialogs.end(handle);
    }
    if (dialog && event?.kind === 'press') return openDialog(dialog, event.messageId);
    if (handle !== null) return openNoDialog(outcome);
    if (submitsDialog(activity)) return replyToSubmission(outcome);
    if (isCardAction(activity)) return cardReply(event, outcome);
    if (event?.kind === 'press' && outcome?.result === 'refused' && outcome.notice !== null)
      sendNotice(event, outcome.notice);
    return { status: 200 };
  };
}

function withHandle(event: InboundEvent, dialogHandle: string): InboundEvent {
  return event.kind === 'press' ? { ...event, dialogHandle } : event;
}

async function personIn(conversations: Conversations, { conversation }: Activity): Promise<string | null> {
  return conversation ? await conversations.personIn(conversation.id) : null;
}

async function saveServiceUrl(services: ServiceUrls, { conversation, serviceUrl }: Activity): Promise<void> {
  if (!conversation || !serviceUrl || !URL.canParse(serviceUrl) || !/^https?:$/.test(new URL(serviceUrl).protocol))
    return;
  await services.save(conversation.id, serviceUrl);
}

/** The reply to a press on a card: Teams replaces the card, or shows a sentence above it. */
function cardReply(event: InboundEvent | null, outcome: Outcome | undefined): WebhookReply {
  if (event === null || outcome === undefined)
    return invokeReply(400, 'application/vnd.microsoft.error', {
      code: 'BadRequest',
      message: 'This action is unknown.',
    });
  const { closedText, closedButtons: buttons = [], notice, result } = outcome;
  const defaultNotice = result === 'duplicate' ? 'This press has been received.' : 'Nothing was recorded.';
  if (closedText === null)
    return invokeReply(200, 'application/vnd.microsoft.activity.message', notice ?? defaultNotice);
  const remark = result === 'answered' ? null : notice;
  return invokeReply(200, CARD_TYPE, renderCard({ text: closedText, buttons, remark }));
}

function invokeReply(statusCode: number, type: string, value: unknown): WebhookReply {
  return { status: 200, body: { statusCode, type, value } };
}

/** Null when the body is not UTF-8, not JSON or not an activity. */
function parseActivity(body: Uint8Array): Activity | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    const parsed = activitySchema.safeParse(value);
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
