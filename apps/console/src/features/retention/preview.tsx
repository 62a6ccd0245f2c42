import type { ReplyOf } from '@gateway/contract';
import type { previewSettings } from '@gateway/contract/values';
import type { UseQueryResult } from '@tanstack/react-query';
import { Filled } from '../../components/ui/form/filled.js';
import { Skeleton } from '../../components/ui/list/states.js';
import { Time } from '../../components/ui/time.js';
import { reasonOf } from '../../lib/api.js';
import { removalText } from './changes.js';
import { t } from './texts.js';

interface Props {
  readonly query: UseQueryResult<ReplyOf<typeof previewSettings>>;
  /** The preview does not match the current form yet. */
  readonly counting: boolean;
  readonly changed: boolean;
}

/** What the settings in the form would delete, and the result of the last run. */
export function Preview({ query, counting, changed }: Props) {
  const { data, isError, error, refetch } = query;
  if (isError) {
    return (
      <p role="alert" className="min-w-0 flex-1 text-sm text-bad">
        {t.preview.failed(reasonOf(error))}{' '}
        <button type="button" className="font-medium underline" onClick={() => void refetch()}>
          {t.preview.tryAgain}
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
          <Removal text={removalText(data.would_remove)} changed={changed} />
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
        t.preview.noRun
      ) : (
        <Filled text={t.preview.lastRun(run.prompts, run.messages)} parts={{ time: <Time at={run.at} /> }} />
      )}
    </p>
  );
}

function Removal({ text, changed }: { readonly text: string | null; readonly changed: boolean }) {
  if (text === null) return changed ? t.preview.savingNothing : t.preview.nextRunNothing;
  return (
    <Filled
      text={changed ? t.preview.saving : t.preview.nextRun}
      parts={{ records: <strong className="font-semibold">{text}</strong> }}
    />
  );
}
