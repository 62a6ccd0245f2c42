import type { PlatformRecord } from '@gateway/contract';
import { formatNumber } from '../../lib/locale.js';
import { duration } from '../../lib/time.js';

export interface Capability {
  readonly name: string;
  readonly text: string;
}

/** The capabilities of an adapter as sentences. */
export function capabilities({ capabilities: can, limits }: PlatformRecord): readonly Capability[] {
  return [
    { name: 'Inbound events', text: arrival(can) },
    { name: 'Options', text: options(can, limits) },
    {
      name: 'Text',
      text: `Up to ${formatNumber(limits.text)} characters per message. Longer texts are split.`,
    },
    { name: 'Attachments', text: attachments(can.media) },
    {
      name: 'After the answer',
      text: can.edit
        ? `The message is edited to show the outcome${can.choices === 'buttons' ? ', and its buttons are removed' : ''}.`
        : `The message is not edited.${can.choices === 'buttons' ? ' Its buttons no longer have an effect.' : ''}`,
    },
    {
      name: 'Replies',
      text: can.threads ? 'In the thread of the message.' : 'In the chat, without threads.',
    },
    {
      name: 'Reply window',
      text:
        limits.reply_window_ms === null
          ? 'Messages can be sent at any time.'
          : `Messages can be sent within ${duration(limits.reply_window_ms)} after the person’s last message.`,
    },
  ];
}

function options(can: PlatformRecord['capabilities'], limits: PlatformRecord['limits']): string {
  if (can.choices === 'buttons')
    return `Up to ${limits.options} buttons. A label longer than ${limits.option_label} characters is listed in the text, and its button shows a number.`;
  const reply = 'People reply with the number of an option or with its words';
  if (can.choices === 'replies') return `No buttons. ${reply}.`;
  return can.choices === 'polls'
    ? `No buttons. The question has a poll. ${reply} as well.`
    : `No buttons. People react with the number of an option. ${reply} as well.`;
}

function arrival({ webhook, stream }: PlatformRecord['capabilities']): string {
  const held = {
    polling: 'the gateway polls the platform, so no public URL is needed',
    socket: 'the gateway opens a connection to the platform, so no public URL is needed',
    none: null,
  }[stream];
  const called = 'the platform calls the gateway, which needs a public https URL (PUBLIC_WEBHOOK_URL)';
  if (held === null) return sentence(called);
  return webhook === 'none'
    ? sentence(held)
    : `${sentence(held)} With PUBLIC_WEBHOOK_URL the platform can call the gateway instead.`;
}

function attachments({ url, bytes }: PlatformRecord['capabilities']['media']): string {
  if (url && bytes) return 'By URL or as a file.';
  if (url) return 'By a URL that the platform can fetch. The gateway hosts files at one (PUBLIC_WEBHOOK_URL).';
  return bytes ? 'As a file.' : 'Not supported.';
}

const sentence = (text: string): string => `${text[0]?.toUpperCase()}${text.slice(1)}.`;
