import type { PromptRecord } from '@gateway/contract';
import { useEffect, useRef, useState } from 'react';
import { toast } from 'sonner';
import { Button } from '../../../components/ui/button.js';
import { Dialog } from '../../../components/ui/dialog.js';
import { reasonOf } from '../../../lib/api.js';
import { sendAnswer } from '../inbox/sending.js';
import { answerAll, nameOf, promptCount, type BatchResult, type SharedAnswer } from './alike.js';

interface Props {
  readonly shared: SharedAnswer;
  readonly prompts: readonly PromptRecord[];
  readonly onClose: () => void;
  /** All were sent. */
  readonly onDone: () => void;
}

/** So many questions are listed; the number of the others is given. */
const LISTED = 20;

/** Asks once for all prompts, answers each, and tells what became of each. */
export function BatchDialog({ shared, prompts, onClose, onDone }: Props) {
  const [results, setResults] = useState<readonly BatchResult[] | null>(null);
  const stopped = useRef(false);
  const finished = results?.length === prompts.length;
  const running = results !== null && !finished;
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
    await answerAll(prompts, (num) => sendAnswer(num, shared.answer), {
      onResult: (result) => {
        found.push(result);
        setResults([...found]);
      },
      isStopped: () => stopped.current,
    });
    if (!stopped.current) return onDone();
    const accepted = found.filter(({ error }) => error === null).length;
    toast(`Stopped: ${accepted} of ${promptCount(prompts.length)} answered. The others were not sent or not accepted.`);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      dismissible={!running}
      title={finished ? 'Result' : `${shared.label}: ${promptCount(prompts.length)}?`}
    >
      {finished ? (
        <Result results={results} onClose={onClose} />
      ) : (
        <div className="grid gap-4 text-sm">
          <p>
            Each of these prompts gets the answer <bdi className="font-medium">“{shared.label}”</bdi>. It is sent at
            once and cannot be undone.
          </p>
          <Questions prompts={prompts} />
          <div className="flex flex-wrap items-center justify-end gap-2">
            {running && (
              <p role="status" className="mr-auto text-soft tabular-nums">
                {results.length} of {prompts.length}
              </p>
            )}
            {!running && <Button onClick={onClose}>Go back</Button>}
            <Button look="primary" busy={running} className="max-w-full" onClick={() => void start()}>
              <bdi className="truncate">{shared.label}</bdi> {promptCount(prompts.length)}
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
        <li key={prompt.prompt_num} dir="auto" className="line-clamp-2 wrap-anywhere">
          {nameOf(prompt)}
        </li>
      ))}
      {prompts.length > LISTED && <li className="text-soft">and {prompts.length - LISTED} more</li>}
    </ul>
  );
}

function Result({ results, onClose }: { readonly results: readonly BatchResult[]; readonly onClose: () => void }) {
  const refused = results.filter(({ error }) => error !== null);
  return (
    <div className="grid gap-4 text-sm">
      <p role="status">
        {promptCount(results.length - refused.length)} answered
        {refused.length > 0 && `, ${refused.length} not accepted`}.
      </p>
      {refused.length > 0 && (
        <ul aria-label="Not accepted" className="grid gap-2">
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
        Done
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
