import { catalogue } from '../lib/language/language.js';

export const t = catalogue('reference', {
  title: 'API reference',
  search: 'Search the API',
  loading: 'Loading the reference …',
  failed: 'The OpenAPI document could not be loaded. Reload the page to try again.',
  signedIn: (name: string) => `You are signed in as ${name}: requests from this page are made in your name.`,
  example: 'Example',
  body: 'Request body',
  stream: 'This page does not show streams, which have no end. Use the command.',
  notSent: 'The request was not sent.',
  needsKey: 'To try a request, press Authorize and enter an API key, or sign in to the console.',
  noKey: 'This gateway accepts requests without an API key.',
});
