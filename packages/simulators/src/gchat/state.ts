import type { Clock, PersonFile } from '@gateway/sandbox/server';
import { checkContent } from './content.js';
import { GchatError } from './errors.js';
import type { GchatAttachment, GchatCard, GchatMessage, GchatSpace, GchatUser } from './types.js';

/** A space with its messages, oldest first. */
export interface SpaceState {
  readonly space: GchatSpace;
  /** The person of a direct message. */
  readonly person?: GchatUser;
  /** Whether the app was added. */
  isMember: boolean;
  readonly messages: Map<string, GchatMessage>;
  /** Cards as first posted, by message: an out-of-date client still shows them. */
  readonly posted: Map<string, GchatCard[]>;
}

export interface NewMessage {
  readonly sender: GchatUser;
  readonly body: Record<string, unknown>;
  /** `REPLY_…`: without it a given thread is ignored, as in the real API. */
  readonly replyOption?: string;
  readonly extra?: Partial<GchatMessage>;
}

/** Spaces, people and messages. */
export function createGchatState(clock: Clock) {
  const spaceStates = new Map<string, SpaceState>();
  const users = new Map<string, GchatUser>();
  /** The files of people by their names in the media API. */
  const media = new Map<string, PersonFile>();
  let last = 0;
  const id = (prefix: string) => `${prefix}${(last += 1).toString(36).padStart(9, '0')}`;
  const bot: GchatUser = { name: 'users/100000000000000000001', displayName: 'Gateway', type: 'BOT' };
  const now = () => new Date(clock.now()).toISOString();

  const spaceStateOf = (name: string): SpaceState => {
    const spaceState = spaceStates.get(name);
    if (!spaceState) throw new GchatError(404, 'Requested entity was not found.');
    if (!spaceState.isMember) throw new GchatError(403, 'The caller does not have permission');
    return spaceState;
  };
  const messageOf = (name: string): { spaceState: SpaceState; message: GchatMessage } => {
    const spaceState = spaceStateOf(name.split('/', 2).join('/'));
    const message = spaceState.messages.get(name);
    if (!message) throw new GchatError(404, 'Requested entity was not found.');
    return { spaceState, message };
  };

  return {
    bot,
    spaceStates,
    users,
    media,
    spaceStateOf,
    messageOf,
    now,
    addUser(displayName: string): GchatUser {
      const user: GchatUser = { name: `users/2${String((last += 1)).padStart(20, '0')}`, displayName, type: 'HUMAN' };
      users.set(user.name, user);
      return user;
    },
    addSpace(displayName: string | undefined, person?: GchatUser): GchatSpace {
      const isDirect = displayName === undefined;
      const space: GchatSpace = {
        name: `spaces/${id('AAQA')}`,
        type: isDirect ? 'DM' : 'ROOM',
        spaceType: isDirect ? 'DIRECT_MESSAGE' : 'SPACE',
        ...(isDirect ? { singleUserBotDm: true } : { displayName }),
      };
      spaceStates.set(space.name, {
        space,
        ...(person && { person }),
        isMember: true,
        messages: new Map(),
        posted: new Map(),
      });
      return space;
    },
    /** Stores a person's file. */
    addFile({ space }: SpaceState, file: PersonFile): GchatAttachment {
      const name = `${space.name}/messages/${id('m')}/attachments/${id('f')}`;
      const resourceName = Buffer.from(name).toString('base64');
      media.set(resourceName, file);
      const { name: contentName, type: contentType } = file;
      return { name, contentName, contentType, source: 'UPLOADED_CONTENT', attachmentDataRef: { resourceName } };
    },
    create(spaceState: SpaceState, { sender, body, replyOption, extra = {} }: NewMessage): GchatMessage {
      // A message with files needs no text.
      const { text, cardsV2, markupSyntax } = extra.attachment
        ? { text: body['text'] as string, cardsV2: undefined, markupSyntax: undefined }
        : checkContent(body);
      const named = (body['thread'] as { name?: string } | undefined)?.name;
      const wantsReply = replyOption?.startsWith('REPLY_') === true;
      const isKnown = [...spaceState.messages.values()].some(({ thread }) => thread.name === named);
      if (named !== undefined && replyOption === 'REPLY_MESSAGE_OR_FAIL' && !isKnown)
        throw new GchatError(404, 'Requested entity was not found.');
      const inThread = wantsReply && isKnown;
      const own = id('m');
      const thread = inThread && named !== undefined ? named : `${spaceState.space.name}/threads/${own}`;
      const message: GchatMessage = {
        name: `${spaceState.space.name}/messages/${thread.slice(thread.lastIndexOf('/') + 1)}.${own}`,
        sender,
        createTime: now(),
        ...(text !== undefined && { text }),
        ...(markupSyntax !== undefined && { markupSyntax }),
        ...(cardsV2 !== undefined && cardsV2.length > 0 && { cardsV2 }),
        thread: { name: thread },
        ...(inThread && { threadReply: true }),
        space: { name: spaceState.space.name },
        ...extra,
      };
      spaceState.messages.set(message.name, message);
      spaceState.posted.set(message.name, cardsV2 ?? []);
      return message;
    },
    /** Sets the fields of `updateMask`. A listed field that is absent is cleared. */
    update(message: GchatMessage, mask: readonly string[], body: Record<string, unknown>): GchatMessage {
      const after = {
        text: mask.includes('text') ? body['text'] : message.text,
        markupSyntax: mask.includes('text') ? body['markupSyntax'] : message.markupSyntax,
        cardsV2: mask.includes('cardsV2') ? body['cardsV2'] : message.cardsV2,
      };
      const { text, cardsV2, markupSyntax } = checkContent(after);
      delete message.text;
      delete message.markupSyntax;
      delete message.cardsV2;
      return Object.assign(message, {
        ...(text !== undefined && { text }),
        ...(markupSyntax !== undefined && { markupSyntax }),
        ...(cardsV2 !== undefined && cardsV2.length > 0 && { cardsV2 }),
        lastUpdateTime: now(),
      });
    },
  };
}

export type GchatState = ReturnType<typeof createGchatState>;
