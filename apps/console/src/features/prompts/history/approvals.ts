import type { PromptRecord } from '@gateway/contract';
import { visible } from '@gateway/contract/values';
import { isApproval } from '../approval/approval.js';
import { subjectOf } from '../batch/alike.js';
import { answerer } from '../format.js';
import { runsAction } from '../voices.js';
import { changesOf, type Change } from './changes.js';

/** Answered prompts of the channel, the newest first. */
export interface Answered {
  readonly prompts: readonly PromptRecord[];
  /** Whether there are more than these. */
  readonly isPart: boolean;
}

/** What people approved before that is like a prompt. */
export type Before =
  | {
      readonly found: 'same';
      /** With `isPart`: at least so many. */
      readonly count: number;
      readonly isPart: boolean;
      /** Who approved them, each name once. */
      readonly names: readonly string[];
    }
  | {
      readonly found: 'like';
      /** The one that was approved last, of those that were read. */
      readonly prompt: PromptRecord;
      readonly names: readonly string[];
      readonly changes: readonly Change[];
    }
  | {
      readonly found: 'none';
      /** Of how many answered prompts, the latest ones. Null: of all. */
      readonly among: number | null;
    };

/** Compares the action of a prompt with those that people approved. */
export function approvedBefore(asked: PromptRecord, { prompts, isPart }: Answered): Before {
  const subject = subjectOf(asked);
  const approvals = prompts
    .filter((prompt) => prompt.id !== asked.id && isApprovedAsAsked(prompt) && subjectOf(prompt) === subject)
    .map((prompt) => ({ prompt, changes: changesOf(prompt.action?.args ?? {}, asked.action?.args ?? {}) }))
    .toSorted((a, b) => timeOf(b.prompt) - timeOf(a.prompt));
  const same = approvals.filter(({ changes }) => changes.length === 0);
  if (same.length > 0) {
    const names = [...new Set(same.flatMap(({ prompt }) => approversOf(prompt)))];
    return { found: 'same', count: same.length, isPart, names };
  }
  const [last] = approvals;
  if (last) return { found: 'like', ...last, names: approversOf(last.prompt) };
  return { found: 'none', among: isPart ? prompts.length : null };
}

/** Approved by people, with the arguments that were asked for, and not taken back. */
function isApprovedAsAsked(prompt: PromptRecord): boolean {
  const { decision, decided_by: by, withdrawn_at: withdrawn } = prompt;
  const isByPeople = (by ?? 'person') === 'person';
  return isByPeople && isApproval(prompt) && decision?.value !== 'edit' && (withdrawn ?? null) === null;
}

/** With votes, those who voted for it; otherwise who answered. */
function approversOf(prompt: PromptRecord): string[] {
  const voters = (prompt.votes ?? [])
    .filter(({ decision, option }) => runsAction(prompt, decision ?? option ?? '') === true)
    .map(({ by }) => by.name);
  return (voters.length > 0 ? voters : [answerer(prompt).name]).map(visible);
}

const timeOf = ({ answered_at: at }: PromptRecord): number => (at === null ? 0 : Date.parse(at));
