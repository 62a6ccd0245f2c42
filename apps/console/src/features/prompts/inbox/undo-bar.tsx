import { formatPromptId, GatewayError } from '@gateway/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Button } from '../../../components/ui/button.js';
import { Filled } from '../../../components/ui/filled.js';
import { reasonOf } from '../../../lib/api.js';
import { useShortcuts } from '../../../lib/shortcuts.js';
import { promptQuery } from '../queries.js';
import { useHeld, type HeldAnswer } from './held-answers.js';
import { heldAnswers } from './sending.js';
import { t } from './texts.js';

const UNDO_KEY = 'z';

/** The answers that can still be undone, and those that were not sent. `open`: the number of the open prompt. */
export function UndoBar({ open }: { readonly open: number | null }) {
  const held = useHeld(heldAnswers);
  const navigate = useNavigate({ from: '/prompts' });
  const openPrompt = (num: number) =>
    void navigate({ to: '/prompts/$num', params: { num: String(num) }, search: (now) => now });
  const waiting = held.filter(({ phase }) => phase === 'waiting');
  // The form of the open prompt says it itself.
  const failed = held.filter(({ phase, num }) => phase === 'failed' && num !== open);
  const last = waiting.at(-1);
  const undo = () => {
    if (last && heldAnswers.undo(last.num)) openPrompt(last.num);
  };
  useLeaving();
  useShortcuts(last ? [{ key: UNDO_KEY, label: t.undo.shortcut, run: undo }] : []);
  return (
    <>
      {waiting.map(({ num }) => (
        <Watch key={num} num={num} />
      ))}
      <div
        className="pointer-events-none fixed inset-x-3 bottom-[calc(4rem+env(safe-area-inset-bottom))] z-40 mx-auto grid max-w-md gap-2 md:bottom-4 lg:mr-4"
        role="status"
      >
        {failed.map((each) => (
          <Failed key={each.num} held={each} onOpen={() => openPrompt(each.num)} />
        ))}
        {last && (
          <div className="pointer-events-auto flex items-center gap-3 rounded-card border border-line bg-raised px-4 py-2.5 text-sm shadow-pop">
            <p className="min-w-0 flex-1">
              <Countdown key={last.num} held={last} />
              {waiting.length > 1 && (
                <span className="block text-xs text-soft">{t.undo.moreBefore(waiting.length - 1)}</span>
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

function Countdown({ held }: { readonly held: HeldAnswer }) {
  const id = formatPromptId(held.num);
  const left = () => Math.max(1, Math.ceil((held.dueAt - Date.now()) / 1000));
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(left()), 250);
    return () => clearInterval(timer);
  });
  return (
    <>
      {/* Announced once, not every second. */}
      <span className="sr-only">{t.undo.announced(held.label, id)}</span>
      <span aria-hidden className="line-clamp-2 text-soft tabular-nums wrap-anywhere">
        <Filled
          text={t.undo.sentIn(id, seconds)}
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

function Failed({ held: { num, label, error }, onOpen }: { readonly held: HeldAnswer; readonly onOpen: () => void }) {
  const id = formatPromptId(num);
  // A refused answer would be refused again.
  const isFinal = error instanceof GatewayError && error.status < 500;
  return (
    <div
      role="alert"
      className="pointer-events-auto grid gap-2 rounded-card border border-bad bg-raised px-4 py-3 text-sm shadow-pop"
    >
      <p className="wrap-anywhere">
        <span className="font-medium text-bad">
          <Filled text={t.failed.title(id)} parts={{ answer: <bdi>{label}</bdi> }} />
        </span>{' '}
        {reasonOf(error)}
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="small" onClick={() => heldAnswers.dismiss(num)}>
          {t.failed.dismiss}
        </Button>
        <Button size="small" onClick={onOpen}>
          {t.failed.open(id)}
        </Button>
        {!isFinal && (
          <Button size="small" look="primary" onClick={() => heldAnswers.retry(num)}>
            {t.failed.retry}
          </Button>
        )}
      </div>
    </div>
  );
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
