import { rowsOf } from './row.mjs';

/** Attention: a question is asked once, and people get only so many. */
export const attention = rowsOf('Attention', {
  'While the same question is pending, the reply to `collapse` is that one': [
    './attention/collapse: gets that prompt, and nothing is posted',
    './attention/collapse: after an answer, a cancellation or the end of its time, the same question is asked again',
    './attention/collapse: without an action is refused',
  ],
  'A question that differs in a compared field is a new one, and so is that of another key': [
    './attention/collapse: a prompt that differs in one of the compared fields is a new one',
    './attention/collapse: a key and the one that replaces it ask the same question, and another key never gets it',
  ],
  'Simultaneous requests with `collapse` post one message, over all instances': [
    './attention/simultaneous-collapse: 40 simultaneous requests post one message',
    './attention/simultaneous-collapse: simultaneous requests to two instances post one message',
    './attention/simultaneous-collapse: a request waits for the post of the same question',
    './attention/simultaneous-collapse: when the post of the same question fails, the request that waits for it asks',
  ],
  'Rules and standing approvals come before `collapse`, and `collapse` before the limits': [
    './attention/collapse: rules answer first, and no prompt that a rule answered is taken',
    './attention/limits-of-keys: a prompt that collapses into a pending one is not limited',
  ],
  '`max_open_per_key` limits the open prompts of a key': [
    './attention/limits-of-keys: limits the open prompts of each key by itself, until one is answered, cancelled or over',
    './attention/limits-of-keys: counts a key and those that replace it as one',
    './attention/limits-of-keys: counts prompts in a further channel, and none that a rule answers',
  ],
  '`max_open_per_person` limits the open prompts for a person, of which a key holds at most half, and always one': [
    './attention/limits-of-people: alone or in a group, and a key holds at most half of it',
    './attention/limits-of-people: lets a key always hold one, and counts prompts from before the limit was set',
    './attention/limits-of-people: counts the list of the channel, and no prompts of other channels',
  ],
  'The limits are exact over all instances':
    './attention/limits-of-people: 50 simultaneous prompts over two instances never exceed',
  'The limits need `policies:write`': './attention/limits-of-keys: and an agent cannot raise its own',
  'A refusal is retryable, and lets nothing pass': [
    './attention/limits-of-keys: an Idempotency-Key is free again after attention_exhausted',
    './attention/limits-of-keys: does not let the tool run while a limit of the channel is reached',
  ],
});
