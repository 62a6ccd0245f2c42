import type { PlatformRecord } from '@gateway/contract';
import { useQuery } from '@tanstack/react-query';
import { PlugZap } from 'lucide-react';
import { Badge } from '../../../components/ui/badge.js';
import { Button } from '../../../components/ui/button.js';
import { Card } from '../../../components/ui/card.js';
import { Failure, Skeleton } from '../../../components/ui/states.js';
import { issuesOf } from '../../../lib/api.js';
import { sentence } from '../../../lib/form-errors.js';
import { useDebounced } from '../../../lib/debounced.js';
import { useMay } from '../../../lib/session.js';
import { trialQuery } from '../queries.js';
import { TestResult } from '../test-result.js';
import { givenCredentials, missingFields, type Draft } from './draft.js';

const REST_MS = 900;

/** Asks the platform about a draft whenever it is complete and the typing rests. */
export function useTrial(platform: PlatformRecord, draft: Draft) {
  const trial = {
    platform: platform.id,
    target_chat_id: draft.target.trim(),
    credentials: givenCredentials(platform, draft.credentials),
  };
  const debounced = useDebounced(trial, REST_MS);
  const isResting = JSON.stringify(debounced) === JSON.stringify(trial);
  const isComplete = missingFields(platform, draft).length === 0;
  const may = useMay('channels:write');
  const query = useQuery({ ...trialQuery(debounced), enabled: may && isComplete && isResting });
  const issues = isResting ? issuesOf(query.error) : [];
  return {
    query,
    may,
    isComplete,
    /** What is shown belongs to what is typed. */
    isCurrent: isComplete && isResting,
    issueOf(name: string): string | undefined {
      const issue = issues.find(({ path }) => path.at(-1) === name);
      return issue && sentence(issue.message);
    },
    hasIssues: issues.length > 0,
  };
}

/** How the test stands, in a word; nothing while there is nothing to test. */
export function TrialBadge({ trial }: { readonly trial: ReturnType<typeof useTrial> }) {
  const { query, may, isComplete, isCurrent } = trial;
  if (!may || !isComplete) return null;
  if (!isCurrent || query.isFetching) return <Badge tone="wait">Testing</Badge>;
  if (query.isError) return <Badge tone="bad">Does not work yet</Badge>;
  return query.data?.ok === true ? <Badge tone="good">It works</Badge> : <Badge tone="bad">Does not work yet</Badge>;
}

interface Props {
  readonly platform: PlatformRecord;
  readonly trial: ReturnType<typeof useTrial>;
  readonly missing: readonly string[];
}

/** What came of it. */
export function Trial({ platform, trial, missing }: Props) {
  const { query, may, isComplete, isCurrent, hasIssues } = trial;
  const isAsking = may && isComplete && (!isCurrent || query.isFetching);
  return (
    <Card
      title="Test"
      actions={
        <Button
          size="small"
          busy={isAsking}
          disabledReason={
            !may ? 'Your role may not test channels' : isComplete ? null : `Fill in first: ${missing.join(', ')}`
          }
          onClick={() => void query.refetch()}
        >
          <PlugZap className="size-4" aria-hidden />
          Test
        </Button>
      }
    >
      {!isComplete ? (
        <p className="text-sm text-soft">
          Runs by itself when all is filled in. Still needed: {missing.join(', ')}. Nothing is saved by it.
        </p>
      ) : isAsking ? (
        <div className="grid gap-2" role="status" aria-label={`Asking ${platform.name}`}>
          <p className="text-sm text-soft">Asking {platform.name} …</p>
          <Skeleton className="h-4 w-1/2" />
        </div>
      ) : query.isError ? (
        hasIssues ? (
          <p className="text-sm text-bad">See the field above.</p>
        ) : (
          <Failure bare error={query.error} retry={query.refetch} />
        )
      ) : (
        query.data && <TestResult result={query.data} />
      )}
    </Card>
  );
}
