import { shownText } from '@gateway/contract';
import { bounded } from '../notifications/bounded.js';
import type { ComposedPush } from '../notifications/message.js';
import { postKey } from '../questions/post-key.js';
import type { AlertRow } from '../ports/service/alert-store.js';

const MAX_NAME = 100;
const MAX_DETAIL = 300;
const DAY_SEC = 86_400;

/** What an alert shows of its problem. Names and reasons can come from agents and foreign servers. */
function shown({ name, detail }: AlertRow) {
  const reason = detail === null ? null : bounded(shownText(detail).replaceAll(/\s+/g, ' '), MAX_DETAIL);
  return { name: bounded(shownText(name), MAX_NAME), detail: reason };
}

/** The sentence about an alert in a chat. */
export function alertText(alert: AlertRow): string {
  const { name, detail } = shown(alert);
  const isOver = alert.endedAt !== null;
  const because = detail === null ? '.' : `: ${detail}`;
  switch (alert.kind) {
    case 'channel_failing':
      return isOver ? `The channel ${name} is no longer failing.` : `The channel ${name} is failing${because}`;
    case 'receiver_failing':
      return isOver
        ? `The receiver ${name} is no longer failing.`
        : `All callbacks to the receiver ${name} are failing${because}`;
    case 'key_ending':
      return `The API key ${name} ends at ${detail ?? 'a set time'}.`;
    case 'disk_low':
      return isOver
        ? `There is enough space in ${name} again.`
        : `There is little space on the disk: ${detail ?? name}`;
  }
}

/** The push of an alert. The service worker of the console writes the sentence, in the language of its browser. */
export function alertPush(alert: AlertRow): ComposedPush {
  const { kind, subject, endedAt } = alert;
  const isOver = endedAt !== null;
  return {
    message: { type: 'alert', kind, subject, over: isOver, ...shown(alert), text: alertText(alert) },
    options: { ttlSec: DAY_SEC, urgency: isOver ? 'normal' : 'high', topic: `alert-${postKey(kind, subject)}` },
  };
}
