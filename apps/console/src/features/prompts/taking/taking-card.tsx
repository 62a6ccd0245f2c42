import type { PromptAnswerers, PromptRecord } from '@gateway/contract';
import { releasePrompt, shownText, takePrompt } from '@gateway/contract/values';
import { Hand } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.js';
import { classes } from '../../../components/ui/classes.js';
import { Filled } from '../../../components/ui/form/filled.js';
import { Failure } from '../../../components/ui/list/states.js';
import { call } from '../../../lib/api.js';
import { useDirectory } from '../../../lib/records/directory.js';
import { lazyDialog } from '../../../lib/load/lazy-dialog.js';
import { useMay, useSession } from '../../../lib/session/session.js';
import { useShortcuts } from '../../../lib/page/shortcuts.js';
import { stepsOf } from '../terms/steps.js';
import { ComingSteps } from './coming-steps.js';
import { Moment } from './moment.js';
import { isTaker } from './taker.js';
import { t } from './texts.js';
import { useTaking } from './use-taking.js';

const HandOverDialog = lazyDialog(async () => (await import('./hand-over-dialog.js')).HandOverDialog);

interface Props {
  readonly prompt: PromptRecord;
  /** Undefined: not loaded. */
  readonly answerers: PromptAnswerers | undefined;
}

/** Who looks after a pending prompt, and what happens meanwhile. */
export function TakingCard({ prompt, answerers }: Props) {
  const { operator } = useSession();
  const directory = useDirectory();
  const [handingOver, setHandingOver] = useState(false);
  const line = useRef<HTMLParagraphElement>(null);
  const attempt = useTaking((route: typeof takePrompt | typeof releasePrompt) =>
    call(route, { params: { id: prompt.id } }),
  );
  const isPending = prompt.state === 'pending';
  const { taken_by: taker, taken_at: since } = prompt;
  const isOwn = isTaker(operator.id, prompt, directory);
  const mayTake = useMay('prompts:write') && isPending && typeof answerers?.you.refusal !== 'string';
  const change = (route: typeof takePrompt | typeof releasePrompt) => {
    if (!attempt.isPending) attempt.mutate(route);
  };
  useShortcuts(mayTake && !isOwn ? [{ key: 'h', label: t.shortcut, run: () => change(takePrompt) }] : []);
  const hasChanged = attempt.isSuccess;
  useEffect(() => {
    // The button that had the focus is gone.
    if (hasChanged && document.activeElement === document.body) line.current?.focus({ preventScroll: true });
  }, [hasChanged]);

  const canHandOver = directory.people.some(({ person_id }) => person_id !== taker?.person_id);
  const failure = attempt.isError && <Failure bare error={attempt.error} />;
  const isShown = isPending && (mayTake || taker !== null || stepsOf(prompt).next.length > 0);
  return (
    <>
      {isShown ? (
        <section
          aria-label={t.title}
          className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-card border border-line bg-card px-5 py-3 text-sm"
        >
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p ref={line} tabIndex={-1} role="status" className="flex min-w-0 gap-2 outline-none">
              <Hand className={classes('mt-0.5 size-4 shrink-0', taker ? 'text-accent' : 'text-soft')} aria-hidden />
              {taker && since !== null ? (
                <span className="min-w-0 wrap-anywhere">
                  <Filled
                    text={isOwn ? t.you : t.has}
                    parts={{
                      name: <bdi className="font-medium">{shownText(taker.name)}</bdi>,
                      time: <Moment at={since} />,
                    }}
                  />
                </span>
              ) : (
                <span className="text-soft">{t.none}</span>
              )}
            </p>
            {mayTake && (
              <div className="flex flex-wrap gap-2 print:hidden">
                <Button
                  size="small"
                  busy={attempt.isPending}
                  onClick={() => change(isOwn ? releasePrompt : takePrompt)}
                >
                  {isOwn ? t.release : t.take}
                </Button>
                {canHandOver && (
                  <Button size="small" onClick={() => setHandingOver(true)}>
                    {t.handOver}
                  </Button>
                )}
                {taker && !isOwn && (
                  <Button size="small" onClick={() => change(releasePrompt)}>
                    {t.release}
                  </Button>
                )}
              </div>
            )}
          </div>
          {failure}
          <ComingSteps prompt={prompt} directory={directory} mayStep={mayTake} />
        </section>
      ) : (
        failure
      )}
      {/* It stays open when somebody has answered, to show why the prompt was not handed over. */}
      {handingOver && <HandOverDialog prompt={prompt} onClose={() => setHandingOver(false)} />}
    </>
  );
}
