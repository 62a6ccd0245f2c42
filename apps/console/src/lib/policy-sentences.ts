import type { PolicyRules, PolicyStep } from '@gateway/contract';
import { approversListed, capitalised, listed, type Names } from './names.js';

const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

const people = (count: number) => `${numbers[count] ?? count} ${count === 1 ? 'person' : 'people'}`;

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A time in the largest unit that divides it: "90 minutes". */
export function span(seconds: number): string {
  const [unit, length] = units.find(([, each]) => seconds % each === 0) ?? ['second', 1];
  const count = seconds / length;
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** What a step does, without its time: "the question is asked in #ops as well". */
export function stepText({ remind, channels = [], approvers }: PolicyStep, directory: Names): string {
  if (remind) return 'a reminder is posted as a reply to the question';
  const asked = `the question is also asked in ${channels.length === 0 ? '…' : listed(channels, 'and')}`;
  return approvers ? `${asked}; then ${approversListed(approvers, directory)} may answer as well` : asked;
}

/** A policy in sentences. */
export function policySentences(rules: PolicyRules, directory: Names): string[] {
  const { approvals, rejections, requester_may_answer, steps, on_timeout: timeout } = rules;
  return [
    `${capitalised(people(approvals))} must approve, or choose ${approvals === 1 ? 'an' : 'the same'} option.`,
    `${capitalised(people(rejections))} can reject${rejections === 1 ? '' : ' together'}.`,
    ...(requester_may_answer ? [] : ['The person for whom the agent acts may not answer.']),
    ...steps.map((step) => `After ${span(step.after_sec)} without a decision, ${stepText(step, directory)}.`),
    `When its time is over, the prompt ${timeout === null ? 'expires without an answer' : timeoutText(timeout)}.`,
  ];
}

function timeoutText(timeout: NonNullable<PolicyRules['on_timeout']>): string {
  if ('option' in timeout) return `is answered with “${timeout.option}”`;
  return timeout.decision === 'approve' ? 'is approved' : 'is rejected';
}
