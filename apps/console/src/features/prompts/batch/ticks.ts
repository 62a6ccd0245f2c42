import type { PromptRecord } from '@gateway/contract';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useHeld } from '../inbox/held-answers.js';
import { useOpened } from '../inbox/opened.js';
import { heldAnswers } from '../inbox/sending.js';
import { kindOf, tickRefusal } from './alike.js';

export interface Ticks {
  /** The ticked prompts that are still listed as pending, in the order of the list. */
  readonly prompts: readonly PromptRecord[];
  /** All listed prompts that are like the first ticked one, without those of high risk that were not opened. */
  readonly alike: readonly PromptRecord[];
  /** The prompts that were opened: only these can be ticked if the risk is high. */
  readonly opened: ReadonlySet<number>;
  has(num: number): boolean;
  /** Ticks or unticks a prompt; with `range`, also all between it and the one before. */
  toggle(num: number, range: boolean): void;
  set(nums: readonly number[]): void;
}

/** The prompts of the list that are ticked for a common answer. One that is closed or gets an own answer is not ticked any more. */
export function useTicks(rows: readonly PromptRecord[]): Ticks {
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const last = useRef<number | null>(null);
  const held = useHeld(heldAnswers);
  const opened = useOpened();
  const free = useMemo(() => {
    const given = new Set(held.flatMap(({ num, phase }) => (phase === 'failed' ? [] : [num])));
    return rows.filter((prompt) => tickRefusal(prompt, opened) === null && !given.has(prompt.prompt_num));
  }, [rows, held, opened]);
  const listed = useRef(free);
  useEffect(() => {
    listed.current = free;
  }, [free]);
  const toggle = useCallback((num: number, range: boolean) => {
    const nums = listed.current.map((prompt) => prompt.prompt_num);
    const [from, to] = [nums.indexOf(last.current ?? num), nums.indexOf(num)];
    const between = range && from >= 0 ? nums.slice(Math.min(from, to), Math.max(from, to) + 1) : [num];
    last.current = num;
    setTicked((now) => {
      const next = new Set(now);
      const add = !now.has(num);
      for (const each of between) {
        if (add) next.add(each);
        else next.delete(each);
      }
      return next;
    });
  }, []);
  const set = useCallback((nums: readonly number[]) => setTicked(new Set(nums)), []);
  return useMemo(() => {
    const prompts = free.filter((prompt) => ticked.has(prompt.prompt_num));
    const [first] = prompts;
    const kind = first && kindOf(first);
    const alike = first ? free.filter((prompt) => kindOf(prompt) === kind) : [];
    return { prompts, alike, opened, has: (num) => ticked.has(num), toggle, set };
  }, [free, opened, ticked, toggle, set]);
}
