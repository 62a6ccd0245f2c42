import type { PromptRecord } from '@gateway/contract';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import { useRoomForSplit } from '../../../lib/records/media.js';
import { useHeld } from './held-answers.js';
import { useOpensNext } from './preferences.js';
import { heldAnswers } from './sending.js';

/** Opens the first prompt, and after an answer the next one, if the list is next to it and the preference says so. */
export function useAdvance(
  rows: readonly PromptRecord[],
  {
    isOpenTab,
    isShown,
    open,
  }: { readonly isOpenTab: boolean; readonly isShown: boolean; readonly open: string | null },
) {
  const navigate = useNavigate({ from: '/prompts' });
  const opensNext = useOpensNext();
  const isActive = useRoomForSplit() && opensNext && isOpenTab;
  const held = useHeld(heldAnswers);
  const wantsFocus = useRef(false);
  const takeFocus = useCallback(() => {
    const wanted = wantsFocus.current;
    wantsFocus.current = false;
    return wanted;
  }, []);
  const isFree = ({ prompt_num: num, state }: PromptRecord) =>
    state === 'pending' && held.every((each) => each.num !== num);
  const first = isActive && isShown && open === null ? rows.find(isFree)?.prompt_num : undefined;
  useEffect(() => {
    if (first === undefined) return;
    void navigate({ to: '/prompts/$num', params: { num: String(first) }, search: (now) => now, replace: true });
  }, [first, navigate]);
  const advance = ({ prompt_num: num }: PromptRecord) => {
    wantsFocus.current = true;
    void navigate({ to: '/prompts/$num', params: { num: String(num) }, search: (now) => now, replace: true });
  };
  return {
    takeFocus,
    openNext: (num: number) => {
      if (!isActive) return;
      const index = rows.findIndex((row) => row.prompt_num === num);
      if (index < 0) return;
      const next = [...rows.slice(index + 1), ...rows.slice(0, index)].find(
        (row) => row.prompt_num !== num && isFree(row),
      );
      if (next) advance(next);
    },
    /** After `answered` were answered together: opens the first of the others, if the open one is among them. */
    openOther: (answered: readonly PromptRecord[]) => {
      const nums = new Set(answered.map(({ prompt_num: num }) => num));
      const next = rows.find((row) => isFree(row) && !nums.has(row.prompt_num));
      if (isActive && next && nums.has(Number(open))) advance(next);
    },
  };
}
