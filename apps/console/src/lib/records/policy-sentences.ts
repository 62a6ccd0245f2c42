import type { PolicyRules, PolicyStep } from '@gateway/contract';
import { approversListed, listed, type Names } from './names.js';
import { t as texts } from '../language/page-texts/texts.js';

const t = texts.policy;

const units = [
  [t.days, 86_400],
  [t.hours, 3600],
  [t.minutes, 60],
] as const;

/** A time in the largest unit that divides it: "90 minutes". */
export function span(seconds: number): string {
  const [counted, length] = units.find(([, each]) => seconds % each === 0) ?? [t.seconds, 1];
  return counted(seconds / length);
}

/** What a step does, without its time: "the prompt is also posted in ops". */
export function stepText({ remind, channels = [], approvers }: PolicyStep, directory: Names): string {
  if (remind) return t.reminder;
  const names = channels.length === 0 ? '…' : listed(channels, 'and');
  return approvers ? t.postedAndOpened(names, approversListed(approvers, directory)) : t.posted(names);
}

/** A policy in sentences. */
export function policySentences(rules: PolicyRules, directory: Names): string[] {
  const { approvals, rejections, requester_may_answer, steps, on_timeout: timeout } = rules;
  const pause = steps.length > 0 ? (rules.pause_steps_while_taken_sec ?? 0) : 0;
  return [
    t.approvals(approvals),
    t.rejections(rejections),
    ...(requester_may_answer ? [] : [t.noRequester]),
    ...steps.map((step) => t.after(span(step.after_sec), stepText(step, directory))),
    ...(pause > 0 ? [t.pause(span(pause))] : []),
    timeoutText(timeout),
  ];
}

function timeoutText(timeout: PolicyRules['on_timeout']): string {
  if (timeout === null) return t.expires;
  if ('option' in timeout) return t.answers(timeout.option);
  return timeout.decision === 'approve' ? t.approves : t.rejects;
}
