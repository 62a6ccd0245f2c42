import { parseJson, PlatformError, type Chat } from '@gateway/platform-kit';
import { z } from 'zod';
import type { Activity } from './activity.js';
import type { Connector } from './api.js';
import { conversationOf, rootOf } from './conversation.js';
import type { TeamsContext } from './credentials.js';
import { textField } from './request.js';

/** A target that names a person: `user:` and the object ID of the directory. */
const PERSON = /^user:(\S+)$/i;
/** Values that are cached; the oldest one is dropped. */
const MAX_CACHED = 10_000;
/** Chats that are remembered for the list of chats; the oldest one is dropped. */
const MAX_CHATS = 50;
const CHATS_KEY = 'chats';

const storedChats = z.array(z.object({ id: z.string(), name: z.string() }));

/** The conversations of an account: those with a person are created when they are first needed. */
export interface Conversations {
  /** The conversation of a channel's target. Throws `invalid` when the target is none. */
  of(target: string, signal?: AbortSignal): Promise<string>;
  /** Runs `post` with the conversation of a target. A conversation with a person that no longer exists is created again. */
  postIn<T>(target: string, signal: AbortSignal | undefined, post: (conversation: string) => Promise<T>): Promise<T>;
  /** The target that names the person of a private conversation, as an operator entered it; null: no channel has such a target. */
  personIn(conversation: string): Promise<string | null>;
  /** Notes the conversation of a verified activity for the list of chats. */
  note(activity: Activity): Promise<void>;
  /** Latest first. */
  chats(): Promise<readonly Chat[]>;
}

export function createConversations({ state, credentials }: TeamsContext, connector: Connector): Conversations {
  const known = new Map<string, string>();
  const cache = (key: string, value: string): string => {
    known.set(key, value);
    const [oldest] = known.keys();
    if (known.size > MAX_CACHED && oldest !== undefined) known.delete(oldest);
    return value;
  };
  const read = async (key: string): Promise<string | null> => {
    const cached = known.get(key);
    if (cached !== undefined) return cached;
    const value = await state.get(key);
    return value === null ? null : cache(key, value);
  };
  const write = async (key: string, value: string): Promise<void> => {
    if ((await read(key)) === value) return;
    await state.set(key, value);
    cache(key, value);
  };

  async function create(target: string, person: string, signal?: AbortSignal): Promise<string> {
    // The connector takes the object ID only.
    // Source: https://learn.microsoft.com/microsoftteams/platform/bots/how-to/conversations/send-proactive-messages
    if (person.includes('@')) {
      throw new PlatformError('invalid', 'Microsoft Teams does not find a person by an e-mail address or user name.', {
        hint: 'Set the target to user: and the object ID of the person: Entra admin center, Users, the person.',
      });
    }
    const tenantId = credentials.app_tenant_id;
    if (!tenantId) {
      throw new PlatformError('invalid', 'A conversation with a person needs the tenant ID.', {
        hint: "Enter the tenant of the person as Tenant ID, or set the target to the conversation's own id (a:…).",
      });
    }
    const answer = await connector.call({
      method: 'POST',
      path: [],
      body: {
        bot: { id: `28:${credentials.app_id}` },
        members: [{ id: person }],
        isGroup: false,
        tenantId,
        channelData: { tenant: { id: tenantId } },
      },
      signal,
    });
    const conversation = textField(answer, 'id');
    if (!conversation)
      throw new PlatformError('unavailable', 'Microsoft Teams did not say which conversation it opened.');
    await write(`conversation:${target}`, conversation);
    await write(`target:${rootOf(conversation)}`, target);
    return conversation;
  }

  const chats = async () => storedChats.safeParse(parseJson((await read(CHATS_KEY)) ?? '')).data ?? [];

  async function of(target: string, signal?: AbortSignal): Promise<string> {
    const trimmed = target.trim();
    const person = PERSON.exec(trimmed)?.[1];
    if (person === undefined) return conversationOf(trimmed);
    return (await read(`conversation:${trimmed}`)) ?? (await create(trimmed, person, signal));
  }

  return {
    of,
    async postIn(target, signal, post) {
      const conversation = await of(target, signal);
      try {
        return await post(conversation);
      } catch (error) {
        const person = PERSON.exec(target.trim())?.[1];
        if (person === undefined || !(error instanceof PlatformError) || error.code !== 'not_found') throw error;
        // A person who deletes the history of a chat also deletes the conversation.
        const renewed = await create(target.trim(), person, signal);
        if (renewed === conversation) throw error;
        return await post(renewed);
      }
    },
    personIn: async (conversation) => (conversation.startsWith('a:') ? await read(`target:${conversation}`) : null),
    async note(activity) {
      const { conversation } = activity;
      if (!conversation) return;
      const id = rootOf(conversation.id);
      const before = await chats();
      const others = before.filter((chat) => chat.id !== id);
      if (isRemoval(activity)) return await write(CHATS_KEY, JSON.stringify(others));
      const name = nameOf(activity) ?? before.find((chat) => chat.id === id)?.name ?? id;
      if (before.some((chat) => chat.id === id && chat.name === name)) return;
      await write(CHATS_KEY, JSON.stringify([{ id, name }, ...others].slice(0, MAX_CHATS)));
    },
    chats,
  };
}

/** The name of a conversation, as people see it; null when the activity does not contain it. */
export function nameOf({ conversation, channelData, from }: Activity): string | null {
  const place = [channelData?.team?.name, channelData?.channel?.name].filter(Boolean).join(' › ');
  const person = conversation?.conversationType === 'personal' ? from?.name : null;
  return conversation?.name || place || person || null;
}

/** Whether the app was removed from the conversation. */
function isRemoval({ type, action, membersRemoved, recipient }: Activity): boolean {
  if (type === 'installationUpdate') return action?.startsWith('remove') === true;
  return type === 'conversationUpdate' && membersRemoved.some(({ id }) => id === recipient?.id);
}
