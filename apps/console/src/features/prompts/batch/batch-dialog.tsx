import type { PromptRecord } from '@gateway/contract';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.js';
import { Dialog } from '../../../components/ui/dialog.js';
import { Filled } from '../../../components/ui/filled.js';
import { reasonOf } from '../../../lib/api.js';
import { queryClient } from '../../../lib/query-client.js';
import { postAnswer } from '../inbox/sending.js';
import { refreshPrompts } from '../queries.js';
import { requesterLine } from '../terms/requester.js';
import { answerAll, nameOf, type BatchResult, type SharedAnswer } from './alike.js';
import { t } from './texts.js';
import { toast } from '../../../lib/toast.js';

interface Props {
  readonly shared: SharedAnswer;
  readonly prompts: readonly PromptRecord[];
  /** All were sent. */
  readonly onDone: () => void;
  readonly onClose: (isDone: boolean) => void;
}

/** So many questions are listed; the number of the others is given. */
const LISTED = 20;

/** Asks once for all prompts, answers each, and tells what became of each. */
export function BatchDialog({ shared, prompts, onDone, onClose }: Props) {
  const [results, setResults] = useState<readonly BatchResult[] | null>(null);
  const stopped = useRef(false);
  const finished = results?.length === prompts.length;
  const running = results !== null && !finished;
  const close = () => onClose(finished);
  useLeaveWarning(running);
  useEffect(() => {
    stopped.current = false;
    return () => {
      stopped.current = true;
    };
  }, []);

  const start = async () => {
    const found: BatchResult[] = [];
    setResults([]);
    await answerAll(prompts, (num) => postAnswer(num, shared.answer), {
      onResult: (result) => {
        found.push(result);
        setResults([...found]);
      },
      isStopped: () => stopped.current,
    });
    refreshPrompts(queryClient);
    if (!stopped.current) return onDone();
    const accepted = found.filter(({ error }) => error === null).length;
    toast.message(t.dialog.stopped(accepted, prompts.length));
  };

  return (
    <Dialog
      open
      onClose={close}
      dismissible={!running}
      title={
        finished ? (
          t.result.title
        ) : (
          <Filled text={t.dialog.title(prompts.length)} parts={{ answer: <bdi>{shared.label}</bdi> }} />
        )
      }
    >
      {finished ? (
        <Result results={results} onClose={close} />
      ) : (
        <div className="grid gap-4 text-sm">
          <p>{t.dialog.help}</p>
          <Questions prompts={prompts} />
          <div className="flex flex-wrap items-center justify-end gap-2">
            {running && (
              <p role="status" className="mr-auto text-soft tabular-nums">
                {t.dialog.progress(results.length, prompts.length)}
              </p>
            )}
            {!running && <Button onClick={close}>{t.dialog.cancel}</Button>}
            <Button look="primary" busy={running} onClick={() => void start()}>
              {t.dialog.send(prompts.length)}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}

function Questions({ prompts }: { readonly prompts: readonly PromptRecord[] }) {
  return (
    <ul className="grid max-h-60 gap-1.5 overflow-y-auto rounded-control bg-sunken px-3 py-2" tabIndex={0}>
      {prompts.slice(0, LISTED).map((prompt) => (
        // Not on the row itself, which would then have no least height and vanish in a long list.
        <li key={prompt.prompt_num}>
          <p dir="auto" className="line-clamp-2 wrap-anywhere">
            {nameOf(prompt)}
          </p>
          {prompt.requested_by && (
            <p dir="auto" className="text-soft wrap-anywhere">
              {requesterLine(prompt)}
            </p>
          )}
        </li>
      ))}
      {prompts.length > LISTED && <li className="text-soft">{t.dialog.more(prompts.length - LISTED)}</li>}
    </ul>
  );
}

function Result({ results, onClose }: { readonly results: readonly BatchResult[]; readonly onClose: () => void }) {
  const refused = results.filter(({ error }) => error !== null);
  return (
    <div className="grid gap-4 text-sm">
      <p role="status">
        {refused.length > 0
          ? t.result.answeredExcept(results.length - refused.length, refused.length)
          : t.result.answered(results.length)}
      </p>
      {refused.length > 0 && (
        <ul aria-label={t.result.refused} className="grid gap-2">
          {refused.map(({ prompt, error }) => (
            <li key={prompt.prompt_num} className="rounded-control bg-sunken px-3 py-2 wrap-anywhere">
              <p dir="auto" className="line-clamp-2 font-medium">
                {nameOf(prompt)}
              </p>
              <p className="text-bad">{reasonOf(error)}</p>
            </li>
          ))}
        </ul>
      )}
      <Button look="primary" className="justify-self-end" onClick={onClose}>
        {t.result.done}
      </Button>
    </div>
  );
}

/** The browser asks before the page is closed while answers are being sent. */
function useLeaveWarning(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [active]);
}
