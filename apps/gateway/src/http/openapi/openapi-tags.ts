import type { routes } from '@gateway/contract';

const descriptions: Readonly<Record<(typeof routes)[number]['tag'] | 'Webhooks' | 'Callbacks', string>> = {
  Prompts: 'Questions: ask, wait for the answer, cancel.',
  Channels: 'The chats that questions and messages go to, and their platforms.',
  Messages: 'Texts from and to the chat of a MESSAGE channel.',
  Events: 'What happens, as a stream.',
  Hooks: 'Hooks of coding agents.',
  Deliveries: 'The log of callbacks, and their retries.',
  People: 'People and groups, as approvers.',
  Policies: 'Rules about who decides, with reminders and escalation.',
  Rules: 'Which action needs whom: the first rule that matches an action decides.',
  Keys: 'API keys and their scopes.',
  Search: 'One search over the records of all kinds.',
  Settings: 'How long records are kept.',
  Operations: 'Health, status, statistics and the audit log.',
  Webhooks: 'What the chat platforms call.',
  Callbacks: 'What the gateway posts to a `callback_url`.',
};

/** The groups of operations, in the order of the document. */
export const tags = Object.entries(descriptions).map(([name, description]) => ({ name, description }));
