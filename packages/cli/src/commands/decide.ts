import { GatewayError, type Answered, type Args, type DecisionValue, type NewConsume } from '@gateway/client';
import { asking, questionFields } from '../asking.js';
import { command, numberIn, pairsIn } from '../command.js';
import type { Context } from '../context.js';
import { NotUsable, UsageError } from '../exit-codes.js';
import { questionOptions, type Used } from '../outcome.js';

const decisionValues = ['approve', 'reject', 'edit', 'respond'] as const satisfies readonly DecisionValue[];

export const decide = command({
  name: 'decide',
  summary: 'Ask for a decision about an action, and wait for it. Succeeds with approve.',
  words: [{ name: 'ACTION' }],
  options: {
    arg: { type: 'string', multiple: true, value: 'NAME=TEXT', help: 'An argument of the action.' },
    args: { type: 'string', value: 'JSON', help: 'The arguments of the action as a JSON object.' },
    text: { type: 'string', value: 'TEXT', help: 'The question. Default: a sentence with the name of the action.' },
    summary: { type: 'string', value: 'TEXT', help: 'What the action does, for people.' },
    risk: { type: 'string', choices: ['low', 'medium', 'high'], help: 'The risk of the action.' },
    decision: {
      type: 'string',
      multiple: true,
      choices: decisionValues,
      help: 'What people can decide. Default: approve and reject.',
    },
    label: { type: 'string', multiple: true, value: 'DECISION=LABEL', help: 'The label of a button.' },
    'ask-reason': {
      type: 'string',
      choices: ['never', 'on_reject', 'always'],
      help: 'When the person is asked for words. Default: on_reject.',
    },
    'reason-wait': { type: 'string', value: 'SEC', help: 'How long to wait for the words. Default: 120.' },
    consume: {
      type: 'boolean',
      help: 'Use the approval, once, and print the arguments to use. Fails when it was used before, or no longer counts.',
    },
    'consume-within': {
      type: 'string',
      value: 'SEC',
      help: 'How long after the answer the approval can be used. Default: no limit.',
    },
    collapse: {
      type: 'boolean',
      help: 'Join the pending question about the same action, if this key has asked one.',
    },
    ...questionOptions,
  },
  async run({ flags, words: [name = ''], context }) {
    const decisions = (flags.decision ?? ['approve', 'reject']) as DecisionValue[];
    // After an edit, the action with its old arguments must not go on.
    const expected = flags.expect ?? ['approve'];
    const impossible = expected.find((each) => !decisions.some((value) => value === each));
    if (impossible !== undefined) throw new UsageError(`--expect ${impossible} is not one of the decisions.`);
    if (flags.consume === true && flags['no-wait'] === true)
      throw new UsageError('--consume needs the answer: it cannot be combined with --no-wait.');
    const unusable = flags.consume === true && expected.find((each) => each !== 'approve' && each !== 'edit');
    if (typeof unusable === 'string') throw new UsageError(`--consume needs an approval: ${unusable} is none.`);
    const args = { ...objectIn(flags.args), ...pairsIn('arg', flags.arg) };
    const request = {
      ...questionFields(flags),
      text: flags.text ?? `A command asks for a decision: ${name}`,
      action: {
        name,
        ...(Object.keys(args).length > 0 && { args }),
        ...(flags.summary !== undefined && { summary: flags.summary }),
        ...(flags.risk !== undefined && { risk: flags.risk as 'low' | 'medium' | 'high' }),
      },
      decisions,
      ...(flags.label && { labels: pairsIn('label', flags.label) }),
      ask_reason: (flags['ask-reason'] ?? (decisions.includes('reject') ? 'on_reject' : 'never')) as 'never',
      ...(flags['reason-wait'] !== undefined && {
        reason_wait_sec: numberIn('reason-wait', flags['reason-wait']) ?? null,
      }),
      ...(flags.collapse === true && { collapse: true }),
      ...(flags['consume-within'] !== undefined && {
        consume_within_sec: numberIn('consume-within', flags['consume-within']) ?? null,
      }),
    };
    return await asking(context, flags, request, {
      ask: (waiting) => context.gateway.decide(request, waiting),
      expected,
      use: flags.consume === true ? (outcome) => useApproval(context, name, outcome) : undefined,
    });
  },
});

/** Uses the approval of an answer. Throws `NotUsable` when the action must not run. */
async function useApproval({ gateway, signal }: Context, name: string, outcome: Answered): Promise<Used> {
  const { promptId, answer } = outcome;
  const args = answer.type === 'decision' ? answer.args : null;
  const action: NewConsume['action'] = { name, args };
  try {
    // The key of the request is random and known to this command only. So a reply that is a repeat answers its own first request.
    return await gateway.consume(promptId, { action }, { signal });
  } catch (error) {
    if (!(error instanceof GatewayError) || error.status !== 409 || error.retryable) throw error;
    throw new NotUsable(error.message, error.status, error.body);
  }
}

function objectIn(text = '{}'): Args {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Args;
  } catch {
    // Told below.
  }
  throw new UsageError('--args must be a JSON object.');
}
