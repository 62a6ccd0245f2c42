import type { PlatformRecord } from '@gateway/contract';
import { duration } from '../../lib/time/time.js';
import { t } from './texts.js';

export interface Capability {
  readonly name: string;
  readonly text: string;
}

/** The capabilities of an adapter as sentences. */
export function capabilities({ capabilities: can, limits }: PlatformRecord): readonly Capability[] {
  const { replyWindow } = t;
  return [
    { name: t.inbound.name, text: inbound(can) },
    { name: t.options.name, text: options(can, limits) },
    { name: t.text.name, text: t.text.limit(limits.text) },
    { name: t.attachments.name, text: attachments(can.media) },
    { name: t.answered.name, text: answered(can) },
    { name: t.replies.name, text: can.threads ? t.replies.threads : t.replies.chat },
    {
      name: replyWindow.name,
      text: limits.reply_window_ms === null ? replyWindow.always : replyWindow.within(duration(limits.reply_window_ms)),
    },
  ];
}

function options({ choices }: PlatformRecord['capabilities'], limits: PlatformRecord['limits']): string {
  return choices === 'buttons' ? t.options.buttons(limits.options, limits.option_label) : t.options[choices];
}

function inbound({ webhook, stream }: PlatformRecord['capabilities']): string {
  if (stream === 'none') return t.inbound.webhook;
  if (webhook === 'none') return t.inbound[stream];
  return stream === 'polling' ? t.inbound.pollingOrWebhook : t.inbound.socketOrWebhook;
}

function attachments({ url, bytes }: PlatformRecord['capabilities']['media']): string {
  if (url && bytes) return t.attachments.urlOrFile;
  if (url) return t.attachments.url;
  return bytes ? t.attachments.file : t.attachments.none;
}

function answered({ edit, choices }: PlatformRecord['capabilities']): string {
  const hasButtons = choices === 'buttons';
  if (edit) return hasButtons ? t.answered.editedButtons : t.answered.edited;
  return hasButtons ? t.answered.notEditedButtons : t.answered.notEdited;
}
