import { catalogue } from '../../../lib/language/language.js';

export const t = catalogue('features/prompts/taking', {
  title: 'Who looks after it',
  none: 'No one has said that they look after it',
  has: '{name} has it, since {time}',
  you: 'You have it, since {time}',
  mark: (name: string) => `${name} has it`,
  take: 'I have it',
  shortcut: 'I have it: look after the open prompt',
  release: 'Release',
  handOver: 'Hand over…',
  dialog: {
    title: (id: string) => `Hand over ${id}`,
    help: 'The chats of the prompt are told. Others can still answer it.',
    person: 'Person',
    missing: 'Choose a person first',
    submit: 'Hand over',
  },
  steps: {
    title: 'Coming steps, while there is no decision',
    held: 'Held back, was due {time}.',
    remindNow: 'Remind now',
    escalateNow: 'Escalate now',
  },
});
