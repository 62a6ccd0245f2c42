import { counted } from '../../lib/counted.js';
import { catalogue } from '../../lib/language/language.js';
import { formatNumber } from '../../lib/language/locale.js';

export const t = catalogue('features/conversations', {
  title: 'Conversations',
  messages: 'Messages',
  list: {
    search: 'Search by channel or chat',
    filter: 'Show',
    all: 'All',
    waiting: 'Waiting for a reply',
    waitsSince: (time: string) => `Waits for a reply since ${time}`,
    noneWaiting: 'No conversation waits for a reply',
    noneWaitingHelp: 'Conversations are listed here when the newest message is from the chat.',
    unread: (count: string) => `${count} unread`,
    searchShortcut: 'Search conversations',
    next: 'Next conversation',
    previous: 'Previous conversation',
    sent: 'Sent: ',
    noneYet: 'No conversations yet',
    noneYetHelp: 'Each message channel has a conversation here, between the people in its chat and an agent.',
    addChannel: 'Add channel',
    noMatch: 'No matching conversations',
    noMatchHelp: (find: string) => `No message channel has “${find}” in its id or chat.`,
    noneSelected: 'No conversation selected',
    noneSelectedHelp: 'Select a conversation to read and send messages.',
  },
  header: {
    search: 'Search messages',
    settings: 'Channel settings and health',
  },
  thread: {
    mayNotRead: 'Your role cannot read messages.',
    none: 'No messages yet',
    noneHelp: 'Messages from the chat appear here and are sent to the agent. You can send the first message.',
    noMatch: 'No matching messages',
    noMatchHelp: (q: string) => `No stored message of this conversation contains “${q}”.`,
    unknownUser: 'Unknown user',
    firstUnread: 'New',
    around: 'Show in conversation',
    newer: 'Show newer messages',
    newest: 'Newest messages',
    withoutKey: 'Sent without a key',
  },
  /** The delivery of a message to the agent. */
  delivery: {
    delivered: 'delivered',
    failed: 'failed',
    pending: 'in queue',
    pendingAfter: (attempts: number) => `in queue after ${counted(attempts, 'attempt', 'attempts')}`,
    pendingUntil: (attempts: number) =>
      `in queue after ${counted(attempts, 'attempt', 'attempts')}, next attempt {time}`,
    received: 'The agent received this message',
    status: (status: number) => `The receiver responded with status ${status}.`,
  },
  /** What the platform reported about a sent message. */
  post: {
    accepted: 'accepted',
    delivered: 'delivered',
    read: 'read',
    failed: 'not delivered',
  },
  composer: {
    label: 'Message',
    placeholder: 'Write a message',
    send: 'Send',
    mayNotSend: 'Your role cannot send messages',
    inactive: 'The channel is inactive',
    enterMessage: 'Enter a message first',
    notStored: 'Sent, not stored',
    notStoredText: 'Sent, not stored: {text}',
    unclear: 'The message may have been sent. You can retry safely: it is sent only once.',
    windowNotOpen: (platform: string, window: string) =>
      `${platform} accepts messages only within ${window} after the person’s last message. There is no message from the person yet.`,
    windowClosed: (platform: string, window: string) =>
      `${platform} accepts messages only within ${window} after the person’s last message. This time has passed.`,
    split: (characters: number, platform: string) =>
      `Longer than ${formatNumber(characters)} characters: it is split into several ${platform} messages.`,
    keys: 'Ctrl+Enter sends, Enter adds a line.',
  },
  notices: {
    promptChannel: 'This is a prompt channel. It has no conversation. {link}',
    showPrompts: 'Show its prompts',
    openChannel: 'Open channel',
    inactive: 'This channel is inactive: it neither sends nor receives messages.',
    failing: 'The channel is failing. Messages may not be sent or received.',
    noneStored: 'Zero retention is on: messages are not stored, so this conversation is incomplete.',
    inboundNotStored: 'Zero retention is on: inbound messages are not stored, so this conversation is incomplete.',
    outboundNotStored: 'Zero retention is on: outbound messages are not stored, so this conversation is incomplete.',
    retention: 'Retention',
    arrivedOne: 'A message arrived while this page was open: {time}.',
    arrivedMany: (count: number) =>
      `${formatNumber(count)} messages arrived while this page was open, the latest {time}.`,
  },
  notFound: 'Channel not found',
  allConversations: 'Show all conversations',
});
