import { catalogue } from '../../../lib/language/language.js';
import { formatNumber } from '../../../lib/language/locale.js';

export const t = catalogue('features/prompts/waiting', {
  problems: {
    title: 'What prevents an answer',
    openPeople: 'Open People',
    openChannel: 'Open the channel',
  },
  missing: {
    anybody: 'Waiting for anybody in the chat',
    none: 'No one else can answer',
    names: (names: string) => `Waiting for ${names}`,
    more: (count: number) => `${formatNumber(count)} more`,
    user: (id: string) => `the user ${id}`,
  },
  ownPerson: {
    add: 'You are not listed as a person, so prompts that name approvers are not shown here. Add a person with your operator in {people}.',
    ask: 'You are not listed as a person, so prompts that name approvers are not shown here. Ask an owner to add a person with your operator.',
    people: 'People',
  },
  reason: {
    label: 'Your reason',
    help: 'The agent waits for it, and gets the decision without a reason {time}.',
    over: 'The time for a reason is over. The decision is final without a reason.',
    enterReason: 'Enter a reason first',
    cannotAnswer: 'Your role cannot answer prompts',
    send: 'Send reason',
  },
});
