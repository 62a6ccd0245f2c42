import { counted } from '../../lib/counted.js';
import { catalogue } from '../../lib/language/language.js';

export const t = catalogue('features/retention', {
  title: 'Retention',
  help: 'How long records are kept. Pending prompts and undelivered callbacks are never deleted.',
  onlyOwners: 'Only owners can change retention',
  viewOnly: 'You can view these settings. Only owners can change them.',
  correctDays: 'Correct the number of days first',
  noChanges: 'There are no changes to save',
  loadingPreview: 'Loading the preview',
  correctForPreview: 'Correct the number of days to see a preview.',
  reset: 'Reset',
  save: 'Save',
  saved: 'Saved. Expired records are deleted in the background.',
  daysIssue: (most: number) => `Enter a whole number of days from 1 to ${most}.`,
  deleteAutomatically: 'Delete automatically',
  deletesNothing: 'Off: records are kept indefinitely.',
  zeroRetention: 'Zero retention',
  zeroRetentionKeeps: 'Existing texts are kept until their retention period ends.',
  prompts: {
    title: 'Prompts',
    help: 'Prompts with their answers, deliveries and attempts.',
    since: 'Days after the answer, expiry or cancellation',
  },
  messages_inbound: {
    title: 'Inbound messages',
    help: 'Messages from people on message channels.',
    since: 'Days after receipt',
    zeroHelp: 'Texts are sent to the callback URL and are not stored after delivery.',
    zeroWarning:
      'Conversations will not show new inbound messages. The text of a failed delivery is lost and cannot be retried.',
  },
  messages_outbound: {
    title: 'Outbound messages',
    help: 'Messages from agents and operators on message channels.',
    since: 'Days after sending',
    zeroHelp: 'Texts are posted to the chat and are not stored.',
    zeroWarning: 'Conversations will not show new outbound messages.',
  },
  audit: {
    title: 'Audit log and ended API keys',
    help: 'Entries of the audit log, and API keys that were revoked or have ended. Each deletion leaves an entry in the audit log.',
    since: 'Days after the entry, or after the end of the key',
  },
  confirm: {
    title: 'Delete expired records?',
    action: 'Save and delete',
    loss: 'Saving deletes {records} now, and other records when their retention period ends.',
    unknownLoss: 'The preview could not be loaded. Saving deletes all records whose retention period has ended.',
    final: 'This cannot be undone.',
  },
  preview: {
    failed: (reason: string) => `The preview could not be loaded. ${reason}`,
    tryAgain: 'Try again',
    saving: 'Saving deletes {records}.',
    savingNothing: 'Saving deletes nothing now.',
    nextRun: 'The next run deletes {records}.',
    nextRunNothing: 'Nothing is due for deletion.',
    noRun: 'The retention job has not run yet. It runs every hour and after each change.',
    lastRun: (prompts: number, messages: number) =>
      `Last run {time}: deleted ${counted(prompts, 'prompt', 'prompts')} and ${counted(messages, 'message', 'messages')}. It runs every hour and after each change.`,
  },
  count: {
    prompts: (count: number) => counted(count, 'prompt', 'prompts'),
    messages_inbound: (count: number) => counted(count, 'inbound message', 'inbound messages'),
    messages_outbound: (count: number) => counted(count, 'outbound message', 'outbound messages'),
    audit: (count: number) => counted(count, 'audit log entry', 'audit log entries'),
  },
});
