import { setMaxListeners } from 'node:events';
import { nextAttempt } from '../deliveries/schedule.js';
import { shownPrompts, type ShownPrompt } from '../answers/shown-prompt.js';
import { reasonOf, startLoop, type Loop } from '../base/loop.js';
import type { Logger } from '../ports/system.js';
import { visibleState } from '../questions/prompt-state.js';
import type { Store } from '../ports/store.js';
import type { Waiting } from '../waiting/waiting.js';
import { askedPush, closedPush, type ComposedPush } from './message.js';
import type { DeviceResult, EndedNotice, NoticeRow } from '../ports/people/notification-store.js';
import { sendPush, type SendPushOptions } from './send-push.js';
import { quietUntil } from './quiet-hours.js';
import { recipients, wants, type Recipient } from './recipients.js';

/** Pushes that are sent at the same time. */
const SLOTS = 16;
const IDLE_MS = 5000;
/** Longer than an attempt takes. */
const CLAIM_MS = 30_000;
/** Seconds between attempts; the last one repeats until the prompt is closed. */
const RETRY_SEC = [5, 15, 60, 300, 900];
/** A device that was offline for so long has been told by the push service, or shows the closed prompt when it is opened. */
const CLOSE_ATTEMPTS = 3;

export interface SenderOptions extends SendPushOptions {
  readonly store: Store;
  readonly waiting: Pick<Waiting, 'waitsFor'>;
  readonly clock: SendPushOptions['clock'] & Parameters<typeof startLoop>[0]['clock'];
  readonly log: Logger;
  readonly random: () => number;
}

type Ended = Pick<EndedNotice, 'dueAt' | 'attempts' | 'drop'>;

/** Sends due notices in batches. A claim is a compare-and-set, so each attempt is made by one instance. */
export function startSender(options: SenderOptions): Pick<Loop, 'wake' | 'stop'> {
  const { store, clock, log } = options;
  const stopped = new AbortController();
  setMaxListeners(SLOTS, stopped.signal);

  async function pass(): Promise<number | null> {
    const { notifications } = store;
    for (;;) {
      const now = clock.now();
      const notices = stopped.signal.aborted
        ? []
        : await notifications.claim(new Date(now), new Date(now + CLAIM_MS), SLOTS);
      if (notices.length > 0) await sendAll(options, notices, stopped.signal);
      if (notices.length < SLOTS) break;
    }
    return (await notifications.nextDue())?.getTime() ?? null;
  }

  const loop = startLoop({ name: 'notifications', clock, log, idleMs: IDLE_MS, pass });
  return {
    wake: loop.wake,
    async stop() {
      stopped.abort();
      await loop.stop();
    },
  };
}

async function sendAll(options: SenderOptions, notices: readonly NoticeRow[], signal: AbortSignal): Promise<void> {
  const { store, clock, log } = options;
  const { notifications } = store;
  const [first] = notices;
  if (!first) return;
  const { organizationId } = first;
  const nums = [...new Set(notices.map(({ promptNum }) => promptNum))];
  const [devices, all, rows] = await Promise.all([
    notifications.devicesById(organizationId, [...new Set(notices.map(({ deviceId }) => deviceId))]),
    recipients(store, organizationId, clock.now()),
    Promise.all(nums.map((num) => store.prompts.get(organizationId, num))),
  ]);
  const prompts = await shownPrompts(
    store,
    rows.filter((row) => row !== null),
  );
  const results: DeviceResult[] = [];
  const gone: string[] = [];
  const ended = await Promise.all(
    notices.map(async (notice): Promise<EndedNotice> => {
      const device = devices.find(({ id }) => id === notice.deviceId);
      const shown = prompts.find(({ prompt }) => prompt.num === notice.promptNum);
      const recipient = all.find(({ operatorId }) => operatorId === device?.operatorId);
      if (!device || !shown || !recipient) return { notice, ...dropped(notice) };
      const push = await nextPush(options, notice, shown, recipient);
      if ('drop' in push) return { notice, ...push };
      const outcome = await sendPush(options, device, push, signal);
      if (outcome.result === 'gone') gone.push(device.id);
      else results.push({ organizationId, id: device.id, error: 'error' in outcome ? outcome.error : null });
      if ('error' in outcome)
        log.warn(
          { device_id: device.id, prompt_id: `#${notice.promptNum}`, reason: outcome.error },
          'A notification could not be sent',
        );
      return { notice, ...endOf(options, notice, outcome) };
    }),
  );
  try {
    await notifications.end(ended);
    if (gone.length > 0) await notifications.dropDevices(organizationId, gone);
    if (results.length > 0) await notifications.noteResults(lastOf(results), new Date(clock.now()));
  } catch (error) {
    // They are due again when their claims expire.
    log.error({ reason: reasonOf(error) }, 'Sent notifications could not be recorded');
  }
}

const dropped = ({ attempts }: NoticeRow): Ended => ({ dueAt: null, attempts, drop: true });

/** What must be sent now, or why nothing is. Settings and rights count as they are now. */
async function nextPush(
  { clock, waiting }: SenderOptions,
  notice: NoticeRow,
  shown: ShownPrompt,
  recipient: Recipient,
): Promise<ComposedPush | Ended> {
  const now = clock.now();
  if (notice.kind === 'closed') return closedPush(shown.prompt, now);
  const { prompt } = shown;
  if (visibleState(prompt, now) !== 'pending' || !(await wants(recipient, shown, waiting))) return dropped(notice);
  const quiet = quietUntil(recipient.settings.quietHours, now);
  return quiet === null
    ? askedPush(prompt, now)
    : { dueAt: new Date(quiet), attempts: notice.attempts - 1, drop: false };
}

function endOf(
  { clock, random }: SenderOptions,
  notice: NoticeRow,
  outcome: Awaited<ReturnType<typeof sendPush>>,
): Ended {
  const { attempts, kind } = notice;
  if (outcome.result === 'sent') return { dueAt: null, attempts, drop: kind === 'closed' };
  if (outcome.result !== 'retry' || (kind === 'closed' && attempts >= CLOSE_ATTEMPTS)) return dropped(notice);
  const { status, retryAfter } = outcome;
  const at = nextAttempt(RETRY_SEC, {
    attempts: Math.min(attempts, RETRY_SEC.length),
    status,
    retryAfter,
    nowMs: clock.now(),
    random: random(),
  });
  return at === 'dead' ? dropped(notice) : { dueAt: at, attempts, drop: false };
}

/** One result for each device: a success if there is one. */
function lastOf(results: readonly DeviceResult[]): DeviceResult[] {
  const byId = new Map<string, DeviceResult>();
  for (const result of results) if (byId.get(result.id)?.error !== null) byId.set(result.id, result);
  return [...byId.values()];
}
