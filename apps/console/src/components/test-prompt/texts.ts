import { catalogue } from '../../lib/language/language.js';

export const t = catalogue('components/test-prompt', {
  cannotSend: 'Your role cannot send prompts',
  sampleText: 'May I deploy version 2.4 to production?',
  sampleOptions: 'Deploy, Wait',
  text: 'Text',
  enterText: 'Enter a text first',
  options: 'Options',
  optionsHelp: 'Separate options with commas. Each becomes a button.',
  allowText: 'Allow free-text answers',
  callbackUrl: 'Callback URL',
  callbackHelp: 'Receives the signed answer.',
  send: 'Send a test prompt',
  pending: '{id} was posted and is waiting for an answer.',
  endings: {
    ttl: '{id} expired.',
    cancelled: '{id} was cancelled.',
    undeliverable: '{id} was not delivered.',
  },
  answered: '{id} was answered: {answer}',
  answeredBy: 'by {name} after {time}',
  unknownUser: 'an unknown user',
  callback: 'Callback',
  response: (status: number) => `The receiver responded with ${status}.`,
});
