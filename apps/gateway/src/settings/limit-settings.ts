import { integer, rate, rateSyntax } from './setting-parsers.js';
import { setting } from './setting.js';

/** The limits of requests, posts and open prompts. */
export const limitSettings = {
  RATE_LIMIT_KEY: setting({
    effect: 'Requests a minute of one API key. After a colon: how many may come at once. 0: no limit.',
    fallback: '6000:3000 with `USE_AUTH=true`, otherwise no limit',
    allowed: rateSyntax,
    parse: rate,
  }),
  RATE_LIMIT_ADDRESS: setting({
    effect: 'Requests a minute from one client address, except those of operators who are signed in.',
    fallback: '120000 with `USE_AUTH=true`, otherwise no limit',
    allowed: rateSyntax,
    parse: rate,
  }),
  RATE_LIMIT_INVALID_KEYS: setting({
    effect:
      'Requests a minute from one client address with a wrong API key, or to an unknown hosted file, webhook or one-time link. What was right before keeps working.',
    fallback: '600',
    allowed: rateSyntax,
    parse: rate,
  }),
  RATE_LIMIT_CHANNEL: setting({
    effect: 'Prompts and messages a minute that are posted for agents in one channel.',
    fallback: '600 with `USE_AUTH=true`, otherwise no limit',
    allowed: rateSyntax,
    parse: rate,
  }),
  MAX_OPEN_PROMPTS_PER_CHANNEL: setting({
    effect: 'Open prompts in one channel. More are refused until some are answered, cancelled or expired. 0: no limit.',
    fallback: '2000 with `USE_AUTH=true`, otherwise no limit',
    allowed: 'a whole number from 0 to 999999999',
    parse: integer(0, 999_999_999),
  }),
};
