import { catalogue } from '../../../lib/language/language.js';

export const t = catalogue('features/channels/wizard', {
  readOnly: 'Your role can read the instructions but cannot add channels. Ask an owner or an operator.',
  continue: 'Continue',
  missing: (fields: string) => `Missing: ${fields}.`,
  fillIn: (fields: string) => `Fill in: ${fields}`,
  steps: {
    label: 'Steps',
    platform: 'Platform',
    guide: 'Instructions',
    connect: 'Connect',
    answers: 'Purpose',
    done: 'Done',
  },
  platform: {
    title: 'Choose a platform',
    none: 'No platform is installed',
    noneHelp: 'This gateway has no platform adapter. Install one and restart the gateway.',
    needsUrl: 'Requires a public URL',
    noInbound: 'No inbound access required',
    noUrl: 'Works without a public URL',
    noAccount: 'No account yet? {link}',
    tryIt: 'Try a simulated chat',
  },
  id: {
    label: 'Channel id',
    help: 'Agents use this id. It is part of the webhook URL and cannot be changed later.',
    enter: 'Enter a channel id.',
    invalid: 'is not valid',
    taken: 'A channel with this id already exists and may be inactive. Choose another id.',
  },
  guideHelp: 'Follow the instructions now. You can open them again in the next step.',
  connect: {
    credentials: 'Credentials',
    credentialsHelp:
      'Encrypted when the channel is saved, and never shown again. You can paste a whole message or a block of values into any field.',
    guide: 'Instructions',
    required: (label: string) => `${label} is required.`,
    recognised: (labels: string) => `Recognised in the pasted text: ${labels}.`,
    target: 'Target chat',
    targetHelp: (platform: string) => `The chat in ${platform} that the channel is connected to.`,
  },
  target: {
    mayNot: 'Your role cannot search for chats',
    needsCredentials: 'Fill in the credentials first',
    detect: 'Detect',
    unusual: (platform: string) =>
      `This does not look like an id of ${platform}, for example {example}. Check the result of the test below.`,
    none: 'No chat found. Send a message to the bot in the chat that you want to connect, then select “Detect” again.',
    recent: 'Recent chats of the bot',
    usedByOne:
      'An active channel already uses this chat: {channels}. With the same credentials, messages from the chat go to one message channel only.',
    usedByMany:
      'Active channels already use this chat: {channels}. With the same credentials, messages from the chat go to one message channel only.',
  },
  test: {
    title: 'Test',
    start: 'Test',
    running: 'Testing',
    passed: 'Test passed',
    failed: 'Test failed',
    waits: (fields: string) =>
      `Runs automatically when all fields are filled in. Missing: ${fields}. The test saves nothing.`,
    with: (platform: string) => `Testing with ${platform}…`,
    seeField: 'See the field above.',
  },
  purpose: {
    type: 'Type',
    question: 'What is the channel for?',
    promptHelp:
      'Agents send prompts. People press a button or write an answer. Each prompt can have its own callback URL.',
    messageHelp: 'Messages from people go to the callback URL. Agents can send messages at any time.',
    callback: 'Callback',
    promptCallback: 'Not used for prompts: each prompt has its own callback URL.',
    messageCallback: 'Each message from a person is posted to this URL, signed.',
    whoAnswers: 'Who answers',
    review: 'Review',
    platform: 'Platform',
    noTarget: 'missing',
    fillIn: 'Fill in',
    save: 'Save channel',
  },
});
