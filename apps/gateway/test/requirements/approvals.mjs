import { rowsOf } from './row.mjs';

/** An approval lets exactly one action run, once. */
export const approvals = rowsOf('Approvals', {
  'An action is I-JSON': './approvals/exact-action: are refused with %s',
  'Every name of the arguments is shown, stored and digested':
    './approvals/exact-action: keep every name, also __proto__ and the empty one, in the chat, the record and the digest',
  'An approval is used once': [
    './approvals/one-use: an approval is used once, also by many requests at the same time, and the record and the stream say so',
    './durability/consumes: of 10,000 concurrent, changed and repeated uses of one approval on SQLite one is accepted',
    './durability/consumes: of 10,000 concurrent, changed and repeated uses of one approval on two instances one is accepted',
  ],
  'A repeat of the use with the same Idempotency-Key is marked as replayed': [
    './approvals/one-use: the repeat of a use gets the same reply, marked as replayed, and no second key gets it',
    './durability/consumes: the repeat of a use whose instance was killed gets the reply of the first request, or makes the first use',
  ],
  'Only exactly what was approved runs': [
    './approvals/what-counts: lets nothing run before it is given, and nothing but what was approved',
    './approvals/what-counts: of an edit lets the changed arguments run, and not those that were asked for',
    './approvals/what-counts: is not used with a digest in another form, nor without exactly one of digest and action',
  ],
  'No other end of a prompt lets an action run': [
    './approvals/what-counts: of a rejected, expired, cancelled or plain question lets nothing run',
    './approvals/what-counts: of an option counts only for those that the question names as approving',
  ],
  'The key that asked uses the approval, or one with prompts:consume':
    './approvals/what-counts: is used by the key that asked, or by one with prompts:consume, and refusals are in the audit log',
  'A sign of the gateway says which options let the action run': [
    './approvals/signs: have a sign of the gateway in front of the words of the agent, and the closed question says Approved or Rejected',
    './approvals/signs: have the sign in the list where people reply with numbers, and are chosen by number and words as before',
  ],
  'What will be done and what the agent says are two parts that no one confuses': [
    './approvals/forged-questions: on Telegram, and each on one other platform',
    './approvals/forged-questions: on all platforms',
    './approvals/signs: have a sign of the gateway each, also where their labels say the opposite',
  ],
  'What is shortened is shown whole on a press, or nothing in the chat approves': [
    './approvals/show-all: posts the whole action as messages on %s, which takes no file',
    './approvals/unseen-actions: a chat that could not show the whole action approves by no press, text or edit, and still rejects',
    './approvals/unseen-actions: the end of time approves only what a chat could show whole, and rejects in any case',
  ],
  'With an action no label is the name of a button of the gateway':
    'labels: are refused as labels and options of a question with an action: %s',
  'An approval lapses':
    './approvals/one-use: an approval lapses by the clock of the database server, and is refused then before anything else is compared',
  'An approval is taken back until it is used': [
    './approvals/one-use: an approval is taken back until it is used, and the asker, the chat and the record are told',
    './approvals/one-use: of a use and a withdrawal at the same time exactly one counts',
    './approvals/take-back-button: is gone when the approval was used, and the outcome stays',
    './approvals/what-counts: is not taken back by a key, after it was used, nor after ten minutes',
  ],
});
