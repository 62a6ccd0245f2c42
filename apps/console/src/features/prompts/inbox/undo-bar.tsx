import { formatPromptId } from '@gateway/contract/values';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Button } from '../../../components/ui/button.js';
import { Filled } from '../../../components/ui/form/filled.js';
import { useShortcuts } from '../../../lib/page/shortcuts.js';
import { promptQuery } from '../queries.js';
import { FailedAnswers, grouped } from './failed-answers.js';
import { useHeld, type HeldAnswer } from './held-answers.js';
import { heldAnswers } from './sending.js';
import { t } from './texts.js';

const UNDO_KEY = 'z';

interface Props {
  /** The number of the open prompt. */
  readonly open: number | null;
  /** Answers that were given together were undone: the numbers of their prompts. */
  readonly onUndoneTogether: (nums: readonly number[]) => void;
}

/** The answers that can still be undone, and those that were not sent. */
export function UndoBar({ open, onUndoneTogether }: Props) {
  const held = useHeld(heldAnswers);
  const navigate = useNavigate({ from: '/prompts' });
  const openPrompt = (num: number) =>
    void navigate({ to: '/prompts/$num', params: { num: String(num) }, search: (now) => now });
  const waiting = held.filter(({ phase }) => phase === 'waiting');
  // The form of the open prompt says it itself.
  const failed = held.filter(({ phase, num }) => phase === 'failed' && num !== open);
  const last = waiting.at(-1);
  const together = waiting.filter(({ group }) => group === last?.group).length;
  const undo = () => {
    const undone = last ? heldAnswers.undo(last.num) : [];
    if (undone.length > 1) onUndoneTogether(undone);
    else for (const num of undone) openPrompt(num);
  };
  useLeaving();
  useShortcuts(last ? [{ key: UNDO_KEY, label: t.undo.shortcut, run: undo }] : []);
  return (
    <>
      {waiting.map(({ num }) => (
        <Watch key={num} num={num} />
      ))}
      <div
        className="pointer-events-none print:hidden fixed inset-x-3 bottom-[calc(4rem+env(safe-area-inset-bottom))] z-40 mx-auto grid max-w-md gap-2 md:bottom-4 lg:mr-4"
        role="status"
      >
        {grouped(failed).map((answers) => (
          <FailedAnswers key={answers[0].group} answers={answers} onOpen={openPrompt} />
        ))}
        {last && (
          <div className="pointer-events-auto flex items-center gap-3 rounded-card border border-line bg-raised px-4 py-2.5 text-sm shadow-pop">
            <p className="min-w-0 flex-1">
              <Countdown key={last.num} held={last} count={together} />
              {waiting.length > together && (
                <span className="block text-xs text-soft">{t.undo.moreBefore(waiting.length - together)}</span>
              )}
            </p>
            <Button size="small" onClick={undo}>
              {t.undo.undo}
              <kbd aria-hidden className="rounded border border-line bg-sunken px-1 text-xs text-soft max-lg:hidden">
                {UNDO_KEY}
              </kbd>
            </Button>
          </div>
        )}
      </div>
    </>
  );
}

/** `count`: so many prompts got this answer together. */
function Countdown({ held, count }: { readonly held: HeldAnswer; readonly count: number }) {
  const target = count > 1 ? t.prompts(count) : formatPromptId(held.num);
  const left = () => Math.max(1, Math.ceil((held.dueAt - Date.now()) / 1000));
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(left()), 250);
    return () => clearInterval(timer);
  });
  return (
    <>
      {/* Announced once, not every second. */}
      <span className="sr-only">{t.undo.announced(held.label, target)}</span>
      <span aria-hidden className="line-clamp-2 text-soft tabular-nums wrap-anywhere">
        <Filled
          text={t.undo.sentIn(target, seconds)}
          parts={{ answer: <bdi className="font-medium text-ink">{held.label}</bdi> }}
        />
      </span>
    </>
  );
}

/** Holds an answer back when somebody else closes its prompt. */
function Watch({ num }: { readonly num: number }) {
  const { data } = useQuery({ ...promptQuery(num), enabled: false });
  const state = data?.state ?? 'pending';
  const isCancelled = data?.closed_reason === 'cancelled';
  useEffect(() => {
    if (state === 'pending') return;
    const ended = isCancelled ? t.closed.cancelled : t.closed.expired;
    heldAnswers.closed(num, state === 'answered' ? t.closed.answered : ended);
  }, [num, state, isCancelled]);
  return null;
}

/** Sends what waits when the page is left, hidden or closed: a hidden page may be stopped, and the answer would be late. */
function useLeaving(): void {
  useEffect(() => {
    const hide = () => document.visibilityState === 'hidden' && heldAnswers.flush();
    const leave = () => heldAnswers.flush();
    document.addEventListener('visibilitychange', hide);
    addEventListener('pagehide', leave);
    return () => {
      document.removeEventListener('visibilitychange', hide);
      removeEventListener('pagehide', leave);
      heldAnswers.flush();
    };
  }, []);
}
