import type { PromptRecord } from '@gateway/contract';
import { letsRun, signedLabel } from '@gateway/contract/values';

/** What says which answers let the action of a prompt run. */
export type Asked = Pick<PromptRecord, 'action' | 'decisions' | 'approving_options'>;

/** Whether an answer, a decision or the label of an option, lets the action run. Null: the prompt has no action. */
export function runsAction({ action, decisions, approving_options }: Asked, answer: string): boolean | null {
  return action ? letsRun({ decisions: decisions ?? null, approving: approving_options ?? null }, answer) : null;
}

/** The label of an answer as people see it: with the sign of the gateway if the prompt has an action. */
export function drawnLabel(asked: Asked, answer: string, label: string): string {
  const runs = runsAction(asked, answer);
  return runs === null ? label : signedLabel(label, runs);
}

/** The sign of the gateway and the words of the agent, to be drawn apart. `runs`: null without an action, which has no sign. */
export function signAndWords(label: string, runs: boolean | null): readonly [sign: string | null, words: string] {
  if (runs === null) return [null, label];
  const signed = signedLabel(label, runs);
  const end = signed.indexOf(' ');
  return [signed.slice(0, end), signed.slice(end + 1)];
}
