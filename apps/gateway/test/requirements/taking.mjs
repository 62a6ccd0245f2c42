import { rowsOf } from './row.mjs';

/** Who looks after a prompt. */
export const taking = rowsOf('Taking', {
  'A person takes a prompt by a button or by words in the chat, and the record, the chat, the stream and the audit log have it':
    [
      './taking/taking: is in the record, the chat, the event stream and the audit log',
      './taking/seven-platforms: the button I have it takes a prompt and the chat says who has it, on each of the seven platforms',
    ],
  'An operator takes, releases and hands over; an API key cannot': [
    './taking/taking: an operator takes a prompt, hands it over and releases it',
    './taking/taking: is refused to every API key, also one with all rights',
  ],
  'It is no vote, restricts no one, is replaced by another take, and ends with the prompt': [
    './taking/taking: another take replaces it and the chat says so, all others can still answer, and it ends with the prompt',
    './taking/taking: of many who take a prompt at the same time one has it, and each change is told once',
    './taking/taking: is refused after the prompt was closed',
  ],
  'Only who could answer takes a prompt': ['./taking/taking: is refused to people and operators who may not answer'],
  '`pause_steps_while_taken_sec` holds the steps of a policy back while somebody has the prompt': [
    './taking/pauses: wait while somebody has the prompt, for as long as the policy says',
    './taking/pauses: are at most that late, however often the prompt is taken',
    './taking/pauses: go on at once when it is released',
  ],
});
