import { isPlatformError } from '@gateway/platform-kit';
import { reasonOf } from '../base/loop.js';
import { Refusal } from '../base/refusal.js';
import { checkReplyWindow } from '../channels/reply-window.js';
import type { AccountRegistry } from '../connections/account-registry.js';
import { nextAttempt } from '../deliveries/schedule.js';
import { sendPush, type SendPushOptions } from '../notifications/send-push.js';
import { quietUntil } from '../notifications/quiet-hours.js';
import { DEVICE_LIFE_MS, wantsAlerts } from '../notifications/recipients.js';
import type { AlertRow } from '../ports/service/alert-store.js';
import type { Services } from '../ports/services.js';
import { isTransient } from '../posts/attempts.js';
import { postKey } from '../questions/post-key.js';
import { splitText } from '../text/split.js';
import { unformatted } from '../text/unformatted.js';
import { alertChannelProblem } from './alert-channel.js';
import { alertPush, alertText } from './alert-text.js';

/** Seconds between attempts. Who was not reached by then is not told. */
const RETRY_SEC = [60, 120, 600, 1800];

export interface TellOptions extends Services, SendPushOptions {
  readonly clock: Services['clock'];
  readonly accounts: Pick<AccountRegistry, 'resolve'>;
  readonly random: () => number;
}

/** Whom to tell: a device of an operator, or the chat of a channel. */
type Target =
  | { readonly id: string; readonly deviceId: string; readonly quietUntil: number | null }
  | { readonly id: string; readonly channelId: string };

/** `retry`: a later attempt can succeed. `refused`: none can. */
type Outcome = 'told' | 'refused' | { readonly retryAfter: string | null } | { readonly quietUntil: number };

/** Tells operators of a claimed alert, or that it is over, and records who was told. Never rejects. */
export async function tellAlert(options: TellOptions, alert: AlertRow, signal: AbortSignal): Promise<void> {
  const { store, clock, log } = options;
  const isOver = alert.endedAt !== null;
  try {
    // The end of a key is no good news, and a problem that ended before anybody heard of it is none.
    if (isOver && (alert.told.length === 0 || alert.kind === 'key_ending')) return await store.alerts.drop(alert);
    const targets = (await targetsOf(options, alert)).filter(({ id }) => alert.told.includes(id) === isOver);
    const outcomes = await Promise.all(targets.map((target) => tell(options, alert, target, signal)));
    if (signal.aborted) return;
    const reached = targets.filter((_, at) => outcomes[at] === 'told').map(({ id }) => id);
    const told = isOver ? alert.told.filter((id) => !reached.includes(id)) : [...alert.told, ...reached];
    const next = nextTime(options, alert, outcomes);
    if (isOver && next.dueAt === null) return await store.alerts.drop(alert);
    await store.alerts.record(alert, { told, ...next, now: new Date(clock.now()) });
  } catch (error) {
    // It is due again when its claim expires.
    log.error({ alert: alert.kind, subject: alert.subject, reason: reasonOf(error) }, 'An alert could not be recorded');
  }
}

/** The devices of operators who want alerts, and the chosen chat, unless the alert is about its channel. */
async function targetsOf(
  { store, clock }: TellOptions,
  { organizationId, kind, subject }: AlertRow,
): Promise<Target[]> {
  const now = clock.now();
  const [members, channelId] = await Promise.all([
    store.notifications.audience(organizationId, new Date(now - DEVICE_LIFE_MS)),
    store.alerts.channel(organizationId),
  ]);
  const devices = members.filter(wantsAlerts).flatMap((member) => {
    const quiet = quietUntil(member.settings.quietHours, now);
    return member.devices.map((deviceId) => ({ id: `device:${deviceId}`, deviceId, quietUntil: quiet }));
  });
  const isOwn = kind === 'channel_failing' && subject === channelId;
  return [...devices, ...(channelId === null || isOwn ? [] : [{ id: `chat:${channelId}`, channelId }])];
}

async function tell(options: TellOptions, alert: AlertRow, target: Target, signal: AbortSignal): Promise<Outcome> {
  if ('channelId' in target) return await post(options, alert, target.channelId);
  return target.quietUntil === null
    ? await push(options, alert, target.deviceId, signal)
    : { quietUntil: target.quietUntil };
}

async function push(options: TellOptions, alert: AlertRow, deviceId: string, signal: AbortSignal): Promise<Outcome> {
  const { store, clock, log } = options;
  const { organizationId } = alert;
  const [device] = await store.notifications.devicesById(organizationId, [deviceId]);
  if (!device) return 'refused';
  const outcome = await sendPush(options, device, alertPush(alert), signal);
  if (outcome.result === 'gone') {
    await store.notifications.dropDevices(organizationId, [deviceId]);
    return 'refused';
  }
  const error = outcome.result === 'sent' ? null : outcome.error;
  await store.notifications.noteResults([{ organizationId, id: deviceId, error }], new Date(clock.now()));
  if (outcome.result === 'sent') return 'told';
  log.warn({ device_id: deviceId, alert: alert.kind, reason: outcome.error }, 'An alert could not be sent');
  return outcome.result === 'retry' ? { retryAfter: outcome.retryAfter } : 'refused';
}

async function post(options: TellOptions, alert: AlertRow, channelId: string): Promise<Outcome> {
  const { store, clock, log, accounts } = options;
  try {
    // As it is now: a key may have given the channel another chat or bot.
    const channel = await store.channels.get(alert.organizationId, channelId);
    const problem = alertChannelProblem(channel, channelId);
    if (!channel || problem !== null) throw new Refusal('invalid', problem ?? '');
    const { platform, call } = await accounts.resolve(channel);
    const window = await checkReplyWindow({ store, clock }, platform, channel, 'message');
    const { text: limits } = platform.capabilities;
    const [text] = splitText(unformatted(alertText(alert), limits), limits.max, limits);
    const state = alert.endedAt === null ? 'begin' : 'end';
    const idempotencyKey = postKey('alert', alert.kind, alert.subject, alert.since.getTime(), state);
    const message = { target: channel.targetChatId, text, ...window, idempotencyKey };
    await call((connection, signal) => connection.sendMessage(message, signal), {
      action: 'post alert',
      post: 'plain',
    });
    return 'told';
  } catch (error) {
    const reason = isPlatformError(error) || error instanceof Refusal ? error.message : reasonOf(error);
    log.warn({ channel_id: channelId, alert: alert.kind, reason }, 'An alert could not be posted');
    return isTransient(error) ? { retryAfter: null } : 'refused';
  }
}

/** When the alert is due again; the end of quiet hours is no further attempt. */
function nextTime({ clock, random }: TellOptions, { attempts }: AlertRow, outcomes: readonly Outcome[]) {
  const now = clock.now();
  const times: number[] = [];
  let isRetried = false;
  for (const outcome of outcomes) {
    if (outcome === 'told' || outcome === 'refused') continue;
    if ('quietUntil' in outcome) times.push(outcome.quietUntil);
    else {
      const { retryAfter } = outcome;
      const next = nextAttempt(RETRY_SEC, { attempts, status: null, retryAfter, nowMs: now, random: random() });
      if (next !== 'dead') times.push(next.getTime());
      isRetried = true;
    }
  }
  // The end of the problem has attempts of its own.
  if (times.length === 0) return { dueAt: null, attempts: 0 };
  return { dueAt: new Date(Math.min(...times)), attempts: isRetried ? attempts : attempts - 1 };
}
