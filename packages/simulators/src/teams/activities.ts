import { randomUUID } from 'node:crypto';
import type { CardAction } from './cards.js';
import type { Activity, ChannelAccount, Conversation, Post } from './types.js';

export interface Speaking {
  readonly conversation: Conversation;
  readonly person: ChannelAccount;
  readonly bot: ChannelAccount;
  readonly serviceUrl: string;
  readonly tenantId: string;
  readonly at: number;
  /** The first message of the thread, in a channel. */
  readonly thread?: string | undefined;
}

/** The fields of every activity of a person. */
function common({ conversation, person, bot, serviceUrl, tenantId, at, thread }: Speaking): Activity {
  const { id, type, name } = conversation;
  return {
    channelId: 'msteams',
    serviceUrl,
    timestamp: new Date(at).toISOString(),
    locale: 'en-US',
    from: person,
    recipient: bot,
    conversation: {
      id: type === 'channel' && thread !== undefined ? `${id};messageid=${thread}` : id,
      conversationType: type,
      tenantId,
      ...(type !== 'personal' && { isGroup: true, name }),
    },
    channelData: {
      tenant: { id: tenantId },
      ...(type === 'channel' && { channel: { id, name }, team: { id, name: `Team of ${name}` } }),
    },
  };
}

/** A text of a person, with files. In channels and group chats it mentions the bot: the bot gets only mentions there. */
export function textActivity(
  speaking: Speaking,
  id: string,
  text: string,
  options: {
    replyToId?: string | undefined;
    mention: boolean;
    quote?: Post | undefined;
    files: NonNullable<Activity['attachments']>;
  },
): Activity {
  const { replyToId, mention, quote, files } = options;
  const marked = `<at>${speaking.bot.name}</at>`;
  const said = mention ? `${marked} ${text}` : text;
  return {
    ...common(speaking),
    type: 'message',
    id,
    text: quote === undefined ? said : `${quote.activity.summary ?? ''}\r\n\r\n${said}`,
    textFormat: 'plain',
    ...(replyToId !== undefined && { replyToId }),
    ...(mention && { entities: [{ type: 'mention', mentioned: speaking.bot, text: marked }] }),
    attachments: [
      ...files,
      {
        contentType: 'text/html',
        content: `${quote === undefined ? '' : quotation(quote)}<p>${escaped(said, mention ? marked : '')}</p>`,
      },
    ],
  };
}

/** A press of a button. `execute` is answered with the new card; older clients send `submit`. */
export function pressActivity(speaking: Speaking, post: Post, action: CardAction, by: 'execute' | 'submit'): Activity {
  const start = { ...common(speaking), id: `f:${randomUUID()}`, replyToId: post.id };
  if (by === 'submit') return { ...start, type: 'message', value: action.data ?? {} };
  const { type, title, verb, data } = action;
  return {
    ...start,
    type: 'invoke',
    name: 'adaptiveCard/action',
    value: { action: { type, title, verb, data }, trigger: 'manual' },
  };
}

/** A request for a dialog (`task/fetch`), or its submission (`task/submit`). */
export function taskActivity(
  speaking: Speaking,
  name: 'task/fetch' | 'task/submit',
  data: unknown,
  post?: Post,
): Activity {
  return {
    ...common(speaking),
    type: 'invoke',
    name,
    id: `f:${randomUUID()}`,
    ...(post && { replyToId: post.id }),
    value: { data, context: { theme: 'default' } },
  };
}

/**
 * The app was installed in a conversation, or removed from it. In a team this is reported for its first channel.
 * Source: https://learn.microsoft.com/microsoftteams/platform/bots/how-to/conversations/subscribe-to-conversation-events
 */
export function installedActivity(speaking: Speaking, action: 'add' | 'remove'): Activity {
  return { ...common(speaking), type: 'installationUpdate', id: `f:${randomUUID()}`, action };
}

function quotation({ id, activity }: Post): string {
  return (
    `<blockquote itemscope itemtype="http://schema.skype.com/Reply" itemid="${id}"><strong itemprop="mri">Bot</strong>` +
    `<span itemprop="time" itemid="${id}"></span><p itemprop="preview">${escaped(activity.summary ?? activity.text ?? '')}</p></blockquote>`
  );
}

function escaped(text: string, keep = ''): string {
  const escape = (part: string) => part.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  return keep !== '' && text.startsWith(keep) ? keep + escape(text.slice(keep.length)) : escape(text);
}
