import type { OutsideWindow, WindowTemplate } from '@gateway/contract';
import type { Capabilities, Platform, TemplateRef } from '@gateway/platform-kit';
import type { Clock } from '../ports/system.js';
import { Refusal } from '../base/refusal.js';
import type { ChannelRow } from '../ports/rows.js';
import type { Store } from '../ports/store.js';

const HOUR_MS = 3_600_000;

/** How to post what may be outside of the reply window: directly, as a template, or (neither) as usual. */
export interface WindowPost {
  readonly outsideWindow?: true;
  readonly template?: TemplateRef;
}

/** Whether a message of a channel's person may open the platform's window. */
export function mayReopen(platform: Platform, { lastInboundAt }: ChannelRow, now: number): boolean {
  const { replyWindow } = platform.capabilities;
  // The row can be some seconds old.
  return replyWindow !== undefined && now - (lastInboundAt?.getTime() ?? 0) > replyWindow / 2;
}

/** Whether a platform has this choice for what is outside of its reply window. */
export function allowsOutside({ directSend, windowTemplate }: Capabilities, choice: OutsideWindow): boolean {
  return choice === 'refuse' || (choice === 'direct' ? directSend : windowTemplate) === true;
}

/** The template of a channel; null: it has none. */
export function templateOf({ templateName: name, templateLanguage: language }: WindowColumns): TemplateRef | null {
  return name === null || language === null ? null : { name, language };
}

type WindowColumns = Pick<ChannelRow, 'templateName' | 'templateLanguage'>;

/** The columns of a channel for a choice and a template; what is left out stays as in `current`. Refuses what the platform does not have. */
export function windowSettings(
  { name, capabilities }: Platform,
  given: {
    readonly outsideWindow?: OutsideWindow | undefined;
    readonly windowTemplate?: WindowTemplate | null | undefined;
  },
  current: Pick<ChannelRow, 'outsideWindow'> & WindowColumns = {
    outsideWindow: 'refuse',
    templateName: null,
    templateLanguage: null,
  },
): Pick<ChannelRow, 'outsideWindow'> & WindowColumns {
  const { outsideWindow = current.outsideWindow, windowTemplate: template = templateOf(current) } = given;
  if (given.outsideWindow !== undefined && !allowsOutside(capabilities, outsideWindow)) {
    const detail =
      outsideWindow === 'direct'
        ? `${name} has no way to write outside a reply window: use "refuse".`
        : `${name} has no templates for what is outside a reply window: use "refuse".`;
    throw new Refusal('invalid', detail, 'outside_window');
  }
  if (template !== null && !capabilities.windowTemplate)
    throw new Refusal('invalid', `${name} has no templates: leave window_template out.`, 'window_template');
  if (template === null && outsideWindow === 'template') {
    const detail =
      'outside_window "template" needs a window_template: the name and the language of an approved template.';
    throw new Refusal('invalid', detail, 'window_template');
  }
  return { outsideWindow, templateName: template?.name ?? null, templateLanguage: template?.language ?? null };
}

/**
 * Refuses a post that the platform would accept and not deliver, because the person has not written for too long. Where the gateway
 * has never heard from the person it cannot know, and the platform decides. Returns how to send what may be outside of the window.
 */
export async function checkReplyWindow(
  { store, clock }: { readonly store: Pick<Store, 'channels'>; readonly clock: Clock },
  { name, capabilities: { replyWindow, directSend = false } }: Platform,
  channel: ChannelRow,
  post: 'question' | 'message',
): Promise<WindowPost> {
  if (replyWindow === undefined) return {};
  const isOpen = ({ lastInboundAt }: ChannelRow) =>
    lastInboundAt !== null && clock.now() - lastInboundAt.getTime() <= replyWindow;
  if (isOpen(channel)) return {};
  // The row may be cached, and the person may have written since.
  const current = (await store.channels.get(channel.organizationId, channel.channelId)) ?? channel;
  if (isOpen(current)) return {};
  if (directSend && current.outsideWindow === 'direct') return { outsideWindow: true };
  const template = current.outsideWindow === 'template' ? templateOf(current) : null;
  if (template && post === 'question') return { template };
  if (current.lastInboundAt === null) return {};
  throw new Refusal(
    'invalid',
    `${name} delivers messages only within ${replyWindow / HOUR_MS} hours after the person wrote, and the last message came at ` +
      `${current.lastInboundAt.toISOString()}: ask the person to send any message first.` +
      (template ? ' A template can announce a question, but it cannot carry a message.' : ''),
    null,
    { code: 'window_closed' },
  );
}
