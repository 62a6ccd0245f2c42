import type { PlatformRecord } from '@gateway/contract';
import { duration } from '../../lib/time.js';

export interface Capability {
  readonly name: string;
  readonly words: string;
}

const count = new Intl.NumberFormat('en');

/** What an adapter can do, in sentences, from its own declaration. */
export function capabilities({ capabilities: can, limits }: PlatformRecord): readonly Capability[] {
  return [
    { name: 'Events arrive', words: arrival(can) },
    {
      name: 'Options',
      words: `Up to ${limits.options} as buttons. A label of more than ${limits.option_label} characters is listed in the text, and its button has a number.`,
    },
    {
      name: 'Text',
      words: `Up to ${count.format(limits.text)} characters in one message; what is longer becomes several.`,
    },
    { name: 'Attachments', words: attachments(can.media) },
    {
      name: 'After the answer',
      words: can.edit
        ? 'The message is rewritten with the outcome, and its buttons go away.'
        : 'The message stays as it is. Its buttons answer nothing any more.',
    },
    {
      name: 'Replies',
      words: can.threads ? 'In the thread of the message that is answered.' : 'In the chat; there are no threads.',
    },
    {
      name: 'When one may write',
      words:
        limits.reply_window_ms === null
          ? 'At any time.'
          : `Within ${duration(limits.reply_window_ms)} after the person last wrote.`,
    },
  ];
}

function arrival({ webhook, stream }: PlatformRecord['capabilities']): string {
  const held = {
    polling: 'the gateway asks the platform for them, so no public address is needed',
    socket: 'over a connection that the gateway opens, so no public address is needed',
    none: null,
  }[stream];
  const called = 'the platform calls the gateway, which needs a public https address (PUBLIC_WEBHOOK_URL)';
  if (held === null) return sentence(called);
  return webhook === 'none'
    ? sentence(held)
    : `${sentence(held)} With PUBLIC_WEBHOOK_URL the platform may call instead.`;
}

function attachments({ url, bytes }: PlatformRecord['capabilities']['media']): string {
  if (url && bytes) return 'By address or as a file.';
  if (url) return 'By an address that the platform can fetch.';
  return bytes ? 'As a file.' : 'None.';
}

const sentence = (words: string): string => `${words[0]?.toUpperCase()}${words.slice(1)}.`;
