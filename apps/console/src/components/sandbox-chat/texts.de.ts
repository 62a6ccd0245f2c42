import type { t } from './texts.js';

export const german: typeof t = {
  title: 'Simulierter Chat von {channel}',
  label: 'Simulierter Chat',
  cannotUse: 'Ihre Rolle darf den simulierten Chat nicht verwenden',
  noMessages: 'Noch keine Nachrichten',
  noMessagesHelp: 'Nachrichten an diesen Kanal erscheinen hier. Sie antworten in der Rolle der Person im Chat.',
  messages: 'Nachrichten',
  replyTo: (text) => `Antwort auf: ${text}`,
  cancelReply: 'Antwort abbrechen',
  reply: 'Als Person im Chat antworten',
  send: 'Senden',
  enterMessage: 'Geben Sie zuerst eine Nachricht ein',
  replyToThis: 'Auf diese Nachricht antworten',
  edited: 'bearbeitet',
};
