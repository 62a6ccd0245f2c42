import { catalogue } from '../../lib/language/language.js';

export const t = catalogue('components/sandbox-chat', {
  title: 'Simulated chat of {channel}',
  label: 'Simulated chat',
  cannotUse: 'Your role cannot use the simulated chat',
  noMessages: 'No messages yet',
  noMessagesHelp: 'Messages sent to this channel appear here. You reply as the person in the chat.',
  messages: 'Messages',
  replyTo: (text: string) => `Reply to: ${text}`,
  cancelReply: 'Cancel reply',
  reply: 'Reply as the person in the chat',
  send: 'Send',
  enterMessage: 'Enter a message first',
  replyToThis: 'Reply to this message',
  edited: 'edited',
});
