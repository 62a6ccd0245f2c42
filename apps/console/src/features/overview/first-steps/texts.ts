import { catalogue } from '../../../lib/language/language.js';

export const t = catalogue('features/overview/first-steps', {
  title: 'Get started',
  complete: 'Setup complete',
  completeHelp: 'Agents can now reach people through this gateway.',
  progress: (done: number) => `${done} of 4 steps done.`,
  dismiss: 'Dismiss',
  next: 'Next step',
  done: 'Done',
  addChannel: 'Add a channel',
  sendPrompt: 'Send a test prompt',
  createKey: 'Create an agent key',
  askAsAgent: 'Send a prompt as the agent',
  channel: {
    help: 'A channel connects agents to a chat. Adding one takes a few minutes and an account on its platform.',
    simulated: 'The simulated chat needs no account.',
    add: 'Add channel',
    try: 'Try without an account',
    notAllowed: 'Your role cannot add channels',
  },
  prompt: {
    noChannel: 'Add a prompt channel first (step 1).',
    target: 'The prompt is sent to {channel}. Answer it in the chat.',
  },
  key: {
    help: 'An agent authenticates with an API key. This key can create prompts, send and read messages, and manage channels.',
    notRequired:
      'This gateway does not require keys for agents on this machine. A key created now is required once USE_AUTH=true is set.',
    name: 'Agent',
    copy: 'Copy the key',
    shownOnce: 'Shown only once. Store it for the agent before you continue.',
    choose: 'Choose name and permissions',
    notAllowed: 'Your role cannot create keys. Ask an owner.',
  },
  agent: {
    placeholder: 'Replace the placeholder with the key of the agent.',
    included: 'The samples contain the new key.',
    doneWhen: 'This step is done when the first request of an agent arrives.',
  },
  sandbox: {
    disabled: 'The simulated chat is disabled. Start the gateway with {setting} to enable it.',
    help: 'The gateway simulates a platform and adds a channel with a chat. You ask as the agent and answer as the person. Nothing leaves this machine.',
    start: 'Start the simulated chat',
  },
});
