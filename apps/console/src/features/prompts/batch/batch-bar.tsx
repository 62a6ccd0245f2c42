import { lazy, Suspense, useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.js';
import { Filled } from '../../../components/ui/form/filled.js';
import { sharedAnswers, type SharedAnswer } from './alike.js';
import { t as texts } from './texts.js';
import type { Ticks } from './ticks.js';

const t = texts.bar;

const BatchDialog = lazy(async () => ({ default: (await import('./batch-dialog.js')).BatchDialog }));

interface Props {
  readonly ticks: Ticks;
  /** The answer was given to all of them, and can still be undone. */
  readonly onAnswered: (prompts: Ticks['prompts']) => void;
}

/** Below the list while prompts are ticked: the answers that all of them accept. */
export function BatchBar({ ticks, onAnswered }: Props) {
  const { prompts, alike } = ticks;
  const [open, setOpen] = useState<{ readonly shared: SharedAnswer; readonly prompts: Ticks['prompts'] } | null>(null);
  const shared = sharedAnswers(prompts);
  const bar = useRef<HTMLElement>(null);
  const tick = (which: Ticks['prompts']) => {
    ticks.set(which.map(({ prompt_num: num }) => num));
    // The button that had the focus goes.
    bar.current?.focus();
  };
  const tickedAlike = prompts.filter((prompt) => alike.includes(prompt));
  return (
    <>
      {prompts.length > 0 && (
        <section
          ref={bar}
          tabIndex={-1}
          aria-label={t.label}
          className="grid gap-2 border-t border-line bg-raised px-4 py-3 outline-none max-lg:sticky max-lg:bottom-14"
        >
          <div className="flex items-center justify-between gap-2 text-sm">
            <p role="status">{t.selected(prompts.length)}</p>
            <Button size="small" look="ghost" onClick={() => ticks.set([])}>
              {t.clear}
            </Button>
          </div>
          {shared.length > 0 ? (
            <div className="flex flex-wrap gap-2">
              {shared.map((each) => (
                <Button
                  key={each.answer.value}
                  size="small"
                  className="max-w-full"
                  onClick={() => setOpen({ shared: each, prompts })}
                >
                  <span className="truncate">
                    <Filled text={t.answer(prompts.length)} parts={{ answer: <bdi>{each.label}</bdi> }} />
                  </span>
                </Button>
              ))}
              {alike.length > prompts.length && (
                <Button size="small" look="ghost" onClick={() => tick(alike)}>
                  {t.widen(alike.length)}
                </Button>
              )}
            </div>
          ) : (
            <div className="grid gap-2 text-[0.8125rem] text-soft">
              <p>{t.mixed}</p>
              <Button size="small" className="w-fit" onClick={() => tick(tickedAlike)}>
                {t.narrow(tickedAlike.length)}
              </Button>
            </div>
          )}
        </section>
      )}
      {open && (
        <Suspense>
          <BatchDialog
            {...open}
            onAnswered={() => {
              ticks.set([]);
              onAnswered(open.prompts);
            }}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </>
  );
}
