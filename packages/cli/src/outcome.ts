import type { Answer, Answered, ConsumedApproval, Outcome, Prompt } from '@gateway/client';
import type { Options } from './command.js';
import type { Context } from './context.js';
import { exitCodes, UsageError } from './exit-codes.js';

/** Options of the commands that wait for an answer. */
export const waitOptions = {
  expect: {
    type: 'string',
    multiple: true,
    value: 'ANSWER',
    help: 'The answer with which the command succeeds.',
  },
  wait: { type: 'string', value: 'SEC', help: 'How long to wait. Default: until the question is closed.' },
} as const satisfies Options;

/** Options of the commands that ask. */
export const questionOptions = {
  ...waitOptions,
  channel: {
    type: 'string',
    multiple: true,
    value: 'ID',
    help: 'The channel to ask on. Default: GATEWAY_CHANNEL, then the profile, then the default of the gateway.',
  },
  ttl: { type: 'string', value: 'SEC', help: 'When the question expires. 0: never. Default: an hour.' },
  policy: { type: 'string', value: 'ID', help: 'The policy that applies.' },
  'requested-by': { type: 'string', value: 'PERSON', help: 'The person for whom the agent acts.' },
  'correlation-id': { type: 'string', value: 'TEXT', help: 'A text of yours, returned in records and events.' },
  'callback-url': { type: 'string', value: 'ADDRESS', help: 'Where the gateway posts the answer, too.' },
  'idempotency-key': {
    type: 'string',
    value: 'KEY',
    help: 'The question is asked once for each key. The same command with the same key waits for the same question.',
  },
  file: { type: 'string', value: 'PATH', help: 'A file to attach.' },
  'no-wait': { type: 'boolean', help: 'Print the id of the question and exit.' },
  'cancel-on-interrupt': { type: 'boolean', help: 'Cancel the question when a signal ends the command.' },
} as const satisfies Options;

/** An approval that the command has used. */
export type Used = Pick<ConsumedApproval, 'args' | 'consumed_at'>;

export function isExpected({ answer }: Answered, expected: readonly string[] | undefined): boolean {
  return !expected || expected.includes(answer.value);
}

/** Prints an outcome. Returns the exit code. Without expected answers, every answer is one. */
export function report(
  { output }: Context,
  outcome: Outcome,
  { expected, used = null }: { readonly expected?: readonly string[] | undefined; readonly used?: Used | null } = {},
): number {
  output.result(
    { ...jsonOf(outcome), ...(used && { consumed_at: used.consumed_at }) },
    outcome.status === 'answered' ? textOf(outcome.answer, used) : '',
  );
  switch (outcome.status) {
    case 'answered':
      return isExpected(outcome, expected) ? exitCodes.success : exitCodes.otherAnswer;
    case 'expired':
      output.note(`${outcome.promptId} was closed without an answer: ${outcome.detail ?? outcome.reason}.`);
      return exitCodes.noAnswer;
    case 'pending':
      output.note(`${outcome.promptId} is still open. To go on waiting: ${waitCommand(outcome.promptId)}`);
      return exitCodes.noAnswer;
  }
}

export function waitCommand(promptId: string): string {
  return `gateway prompts wait ${promptId.replace('#', '')}`;
}

/** A prompt id of the command line. */
export function promptIdOf(text = ''): string {
  if (!/^#?[1-9]\d{0,8}$/.test(text)) throw new UsageError('A prompt id has the form 12 or #12.');
  return text.replace('#', '');
}

/** The first line is the answer. A reason, a response or the arguments to use follow. */
function textOf(answer: Answer, used: Used | null): string {
  if (answer.type !== 'decision') return answer.value;
  const args = used ? (used.args ?? {}) : answer.value === 'edit' ? answer.args : null;
  const details = [answer.reason, answer.text, args && JSON.stringify(args)];
  return [answer.value, ...details.filter((detail) => detail !== null)].join('\n');
}

function jsonOf(outcome: Outcome): object {
  const base = { status: outcome.status, prompt_id: outcome.promptId };
  switch (outcome.status) {
    case 'answered':
      return { ...base, answer: outcome.answer, answered_by: outcome.answeredBy, ...votesOf(outcome.prompt) };
    case 'expired':
      return { ...base, reason: outcome.reason, detail: outcome.detail };
    case 'pending':
      return base;
  }
}

function votesOf({ policy, votes, decided_by, rule, grant_id }: Prompt): object {
  if (decided_by === 'rule') return { decided_by, rule };
  if (decided_by === 'grant') return { decided_by, rule, grant_id };
  return policy ? { votes, decided_by } : {};
}

/** The record of an answered prompt when no more words of the person who decided are expected. */
export async function outcomePrompt({ gateway, signal }: Context, prompt: Prompt): Promise<Prompt> {
  const outcome = await gateway.waitForAnswer(prompt.id, { signal });
  return outcome.status === 'pending' ? prompt : outcome.prompt;
}
