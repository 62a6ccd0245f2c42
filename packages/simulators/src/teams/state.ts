import { randomUUID } from 'node:crypto';
import { type Clock, ControlError, createWatch } from '@gateway/sandbox/server';
import { cardOf, checkCard } from './cards.js';
import { activityNotFound, badSyntax, conversationNotFound, ConnectorError, notInRoster, tooBig } from './errors.js';
import type { Activity, ChannelAccount, Conversation, ConversationType, Post } from './types.js';

const MESSAGE_MAX_BYTES = 28 * 1024;
const THREAD = /;messageid=([^;]+)$/;

export interface ConversationOptions {
  readonly type?: ConversationType;
  readonly id?: string;
  readonly name?: string;
  /** All people so far unless given. */
  readonly members?: readonly ChannelAccount[];
  /** False: the bot's app is not installed there. */
  readonly installed?: boolean;
}

/** People, conversations and messages. */
export function createTeamsState(clock: Clock) {
  const people: ChannelAccount[] = [];
  const conversations = new Map<string, Conversation>();
  const watch = createWatch<Post>();
  // Message ids are times in milliseconds, and unique.
  let lastId = 0;
  const nextId = () => String((lastId = Math.max(lastId + 1, clock.now())));

  const state = {
    people,
    conversations,
    watch,
    nextId,
    addPerson({ name }: { name?: string } = {}): ChannelAccount {
      const person = {
        id: `29:1${randomUUID().replaceAll('-', '')}`,
        aadObjectId: randomUUID(),
        name: name ?? `Person ${people.length + 1}`,
      };
      people.push(person);
      return person;
    },
    addConversation({
      type = 'groupChat',
      id = newId(type),
      name,
      members = people,
      installed = true,
    }: ConversationOptions = {}): Conversation {
      if (conversations.has(id)) throw new ControlError(`There is already a conversation ${id}`);
      const conversation = { id, type, name: name ?? `A ${type}`, members: [...members], installed, posts: new Map() };
      conversations.set(id, conversation);
      return conversation;
    },
    /** The conversation of an id, with or without a thread. */
    named(id: string): Conversation {
      const found = conversations.get(id.replace(THREAD, ''));
      if (!found) throw new ControlError(`No conversation ${id}`, 404);
      return found;
    },
    /** Like `named`, for the bot's calls; throws the connector's errors. */
    reachable(id: string): Conversation {
      if (!/^(19:|a:|29:)/.test(id)) throw new ConnectorError(400, 'BadArgument', 'Bad format of conversation ID');
      const found = conversations.get(id.replace(THREAD, ''));
      if (!found) throw conversationNotFound();
      if (!found.installed) throw notInRoster();
      const thread = THREAD.exec(id)?.[1];
      if (thread !== undefined && !found.posts.has(thread)) throw activityNotFound();
      return found;
    },
    /**
     * The private conversation with a person for whom the app is installed. Teams accepts the id of the directory or of the Bot
     * Framework as `id` of the member, and no sign-in name. Sources: https://github.com/MicrosoftDocs/msteams-docs/issues/14079,
     * https://github.com/microsoft/botframework-sdk/issues/4518
     */
    directConversation(member: unknown): Conversation {
      const person = people.find(({ id, aadObjectId }) => member === id || member === aadObjectId);
      if (!person) throw new ConnectorError(400, 'BadArgument', 'Failed to decrypt pairwise id');
      const found = [...conversations.values()].find(
        ({ type, members, installed }) => type === 'personal' && installed && members.includes(person),
      );
      if (!found) throw notInRoster();
      return found;
    },
    /**
     * A message by the bot. In a channel only `;messageid=` places it in a thread; `replyToId` and the route for replies do not.
     * Source: https://github.com/microsoft/teams.py/pull/521
     */
    post(id: string, activity: Activity, replyToId?: string): Post {
      const conversation = state.reachable(id);
      checkMessage(activity);
      if (replyToId !== undefined && !conversation.posts.has(replyToId)) throw activityNotFound();
      const own = nextId();
      return state.keep(conversation, {
        id: own,
        conversation: conversation.type === 'channel' && !THREAD.test(id) ? `${id};messageid=${own}` : id,
        fromBot: true,
        activity,
        ...(replyToId !== undefined && { replyToId }),
      });
    },
    keep(conversation: Conversation, post: Omit<Post, 'edits'>): Post {
      const kept = { ...post, edits: 0 };
      conversation.posts.set(kept.id, kept);
      watch.emit(kept);
      return kept;
    },
    edit(id: string, activityId: string, activity: Activity): void {
      const post = state.own(id, activityId);
      checkMessage(activity);
      post.activity = activity;
      post.edits += 1;
      watch.emit(post);
    },
    remove(id: string, activityId: string): void {
      state.reachable(id).posts.delete(state.own(id, activityId).id);
    },
    own(id: string, activityId: string): Post {
      const post = state.reachable(id).posts.get(activityId);
      if (!post?.fromBot) throw activityNotFound();
      return post;
    },
  };
  return state;
}

export type TeamsState = ReturnType<typeof createTeamsState>;

function checkMessage(activity: Activity): void {
  if (Buffer.byteLength(JSON.stringify(activity)) > MESSAGE_MAX_BYTES) throw tooBig();
  if (activity.type !== 'message') throw badSyntax(`Activity type ${String(activity.type)} is not supported.`);
  if (!activity.text && !activity.attachments?.length) throw badSyntax('Activity must have a text or an attachment.');
  const card = cardOf(activity);
  if (card !== undefined) checkCard(card);
}

function newId(type: ConversationType): string {
  const unique = randomUUID().replaceAll('-', '');
  if (type === 'personal') return `a:1${unique}`;
  return `19:${unique}@thread.${type === 'channel' ? 'tacv2' : 'v2'}`;
}
