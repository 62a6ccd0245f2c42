import type { ReplyOf, previewSettings } from '@gateway/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { Skeleton } from '../../components/ui/states.js';
import { Time } from '../../components/ui/time.js';
import { reasonOf } from '../../lib/api.js';
import { counted } from '../../lib/counted.js';
import { removalWords } from './changes.js';

interface Props {
  readonly query: UseQueryResult<ReplyOf<typeof previewSettings>>;
  /** What is shown does not belong to the form as it stands. */
  readonly counting: boolean;
  readonly changed: boolean;
}

/** What the settings in the form would remove, and what the last run did. */
export function Preview({ query, counting, changed }: Props) {
  const { data, isError, error, refetch } = query;
  if (isError) {
    return (
      <p role="alert" className="min-w-0 flex-1 text-sm text-bad">
        What would be deleted could not be counted. {reasonOf(error)}{' '}
        <button type="button" className="font-medium underline" onClick={() => void refetch()}>
          Try again
        </button>
      </p>
    );
  }
  return (
    <div className="grid min-w-56 flex-1 gap-0.5 text-sm" aria-live="polite">
      {data === undefined || counting ? (
        <Skeleton className="my-0.5 h-4.5 w-2/3" />
      ) : (
        <p>
          <Removal words={removalWords(data.would_remove)} changed={changed} />
        </p>
      )}
      {data !== undefined && <LastRun run={data.last_run} />}
    </div>
  );
}

function LastRun({ run }: { readonly run: ReplyOf<typeof previewSettings>['last_run'] }) {
  return (
    <p className="text-[0.8125rem] text-soft">
      {run === null ? (
        'The background pass has not run yet: it runs every hour and after each change.'
      ) : (
        <>
          Last run <Time at={run.at} />, removed {counted(run.prompts, 'prompt', 'prompts')} and{' '}
          {counted(run.messages, 'message', 'messages')}. It runs every hour and after each change.
        </>
      )}
    </p>
  );
}

function Removal({ words, changed }: { readonly words: string | null; readonly changed: boolean }) {
  if (words === null) return changed ? 'Saving would delete nothing now.' : 'Nothing is due for removal.';
  return changed ? (
    <>
      Saving would delete <strong className="font-semibold">{words}</strong>.
    </>
  ) : (
    <>
      The next run removes <strong className="font-semibold">{words}</strong>.
    </>
  );
}
