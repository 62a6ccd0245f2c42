import type { PlatformRecord } from '@gateway/contract';
import { useQuery } from '@tanstack/react-query';
import { PlugZap } from 'lucide-react';
import { Badge } from '../../../components/ui/badge.js';
import { Button } from '../../../components/ui/button.js';
import { Card } from '../../../components/ui/card.js';
import { Failure, Skeleton } from '../../../components/ui/list/states.js';
import { issuesOf } from '../../../lib/api.js';
import { sentence } from '../../../lib/forms/form-errors.js';
import { useDebounced } from '../../../lib/forms/debounced.js';
import { useMay } from '../../../lib/session/session.js';
import { draftTestQuery } from '../queries.js';
import { TestResult } from '../test-result.js';
import { givenCredentials, missingFields, type Draft } from './draft.js';
import { t as shared } from '../texts.js';
import { t } from './texts.js';

const DEBOUNCE_MS = 900;

/** Tests a draft against the platform when it is complete and typing pauses. */
export function useDraftTest(platform: PlatformRecord, draft: Draft) {
  const draftTest = {
    platform: platform.id,
    target_chat_id: draft.target.trim(),
    credentials: givenCredentials(platform, draft.credentials),
  };
  const debounced = useDebounced(draftTest, DEBOUNCE_MS);
  const isSettled = JSON.stringify(debounced) === JSON.stringify(draftTest);
  const isComplete = missingFields(platform, draft).length === 0;
  const may = useMay('channels:write');
  const query = useQuery({ ...draftTestQuery(debounced), enabled: may && isComplete && isSettled });
  const issues = isSettled ? issuesOf(query.error) : [];
  return {
    query,
    may,
    isComplete,
    /** Whether the result belongs to the current values. */
    isCurrent: isComplete && isSettled,
    issueOf(name: string): string | undefined {
      const issue = issues.find(({ path }) => path.at(-1) === name);
      return issue && sentence(issue.message);
    },
    hasIssues: issues.length > 0,
  };
}

/** The state of the test; nothing while the draft is incomplete. */
export function DraftTestBadge({ draftTest }: { readonly draftTest: ReturnType<typeof useDraftTest> }) {
  const { query, may, isComplete, isCurrent } = draftTest;
  if (!may || !isComplete) return null;
  if (!isCurrent || query.isFetching) return <Badge tone="wait">{t.test.running}</Badge>;
  if (query.isError) return <Badge tone="bad">{t.test.failed}</Badge>;
  return query.data?.ok === true ? (
    <Badge tone="good">{t.test.passed}</Badge>
  ) : (
    <Badge tone="bad">{t.test.failed}</Badge>
  );
}

interface Props {
  readonly platform: PlatformRecord;
  readonly draftTest: ReturnType<typeof useDraftTest>;
  readonly missing: readonly string[];
}

/** The result of the test. */
export function DraftTest({ platform, draftTest, missing }: Props) {
  const { query, may, isComplete, isCurrent, hasIssues } = draftTest;
  const isTesting = may && isComplete && (!isCurrent || query.isFetching);
  return (
    <Card
      title={t.test.title}
      actions={
        <Button
          size="small"
          busy={isTesting}
          disabledReason={!may ? shared.mayNotTest : isComplete ? null : t.fillIn(missing.join(', '))}
          onClick={() => void query.refetch()}
        >
          <PlugZap className="size-4" aria-hidden />
          {t.test.start}
        </Button>
      }
    >
      {!isComplete ? (
        <p className="text-sm text-soft">{t.test.waits(missing.join(', '))}</p>
      ) : isTesting ? (
        <div className="grid gap-2" role="status" aria-label={t.test.with(platform.name)}>
          <p className="text-sm text-soft">{t.test.with(platform.name)}</p>
          <Skeleton className="h-4 w-1/2" />
        </div>
      ) : query.isError ? (
        hasIssues ? (
          <p className="text-sm text-bad">{t.test.seeField}</p>
        ) : (
          <Failure bare error={query.error} retry={query.refetch} />
        )
      ) : (
        query.data && <TestResult result={query.data} />
      )}
    </Card>
  );
}
