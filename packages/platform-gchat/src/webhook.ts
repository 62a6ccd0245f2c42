import {
  parseJson,
  refuse,
  type DeliverEvents,
  type Dialog,
  type DialogReplies,
  type InboundEvent,
  type Log,
  type Outcome,
  type WebhookReply,
  type WebhookRequest,
} from '@gateway/platform-kit';
import { closeDialog, openDialog, replyToSubmission } from './dialogs.js';
import type { ReadFile } from './files.js';
import { parseRequest, type Inbound } from './inbound.js';
import type { Threads } from './messages.js';
import { replyToPress } from './reply.js';
import type { Verdict } from './verify.js';

export interface WebhookDeps {
  readonly verify: (request: WebhookRequest) => Promise<Verdict>;
  readonly deliver: DeliverEvents;
  readonly threads: Threads;
  readonly dialogs: DialogReplies;
  /** The function of the buttons of dialogs. */
  readonly action: string;
  readonly readFile: ReadFile;
  readonly log: Log;
}

/** Handles the requests of Google Chat, one event each. The reply to a press or a submission shows its outcome. */
export function createWebhook({ verify, deliver, threads, dialogs, action, readFile, log }: WebhookDeps) {
  return async (request: WebhookRequest): Promise<WebhookReply> => {
    const verdict = await verify(request);
    if (!verdict.ok) {
      log.warn('A request for Google Chat was refused.', { reason: verdict.detail });
      return refuse(verdict.status, verdict.detail);
    }
    const inbound = parseRequest(parseJson(request.body), readFile);
    if (inbound === null) return refuse(400, 'The body is not an event of Google Chat.');
    const { event, thread } = inbound;
    if (event === null) return { status: 200, body: {} };
    if (event.messageId !== null) threads.add(event.messageId, thread);
    const handle = inbound.wantsDialog ? dialogs.begin() : null;
    try {
      const [outcome] = await deliver([
        handle !== null && event.kind === 'press' ? { ...event, dialogHandle: handle } : event,
      ]);
      return {
        status: 200,
        body: outcome ? reply(inbound, event, outcome, handle === null ? null : dialogs.end(handle)) : {},
      };
    } catch {
      log.error('An event could not be stored.', { event: event.id });
      return refuse(503, 'The event could not be stored. Send it again.');
    } finally {
      if (handle !== null) dialogs.end(handle);
    }
  };

  function reply(inbound: Inbound, event: InboundEvent, outcome: Outcome, dialog: Dialog | null): object {
    const { format, wantsDialog, thread } = inbound;
    if (event.kind === 'dialog') return replyToSubmission(format, outcome);
    if (event.kind !== 'press') return {};
    if (dialog) return openDialog(format, dialog, { message: event.messageId, thread }, action);
    return wantsDialog ? closeDialog(format, outcome.notice) : replyToPress(inbound, outcome, action);
  }
}
