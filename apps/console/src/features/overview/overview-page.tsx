import type { StatisticsWindow } from '@gateway/contract';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { FlaskConical, X } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { IconButton } from '../../components/ui/button.js';
import { Card } from '../../components/ui/card.js';
import { FilterTabs } from '../../components/ui/list/filter-tabs.js';
import { Page } from '../../components/ui/page.js';
import { Failure, Skeleton, SkeletonRows } from '../../components/ui/list/states.js';
import { explained } from '../../lib/load/lazy-page.js';
import { Actions } from './actions.js';
import { Activity } from './activity.js';
import { AskLess } from './ask-less.js';
import { FailingChannels } from './failing-channels.js';
import { FailingReceivers } from './failing-receivers.js';
import { Figures } from './figures.js';
import { FirstSteps } from './first-steps/first-steps.js';
import { Groups } from './groups.js';
import { OutcomeChart } from './outcome-chart.js';
import { promptStatisticsQuery, statisticsQuery } from './queries.js';
import { t } from './texts.js';
import { useStages } from './use-stages.js';

// The route fetches them before the first render.
export * from './queries.js';

const StartAndTryIt = lazy(async () => ({
  default: (await import('./first-steps/try-it.js').catch(explained)).StartAndTryIt,
}));
const route = getRouteApi('/shell/');

const windows = (['24h', '7d', '30d'] as const satisfies readonly StatisticsWindow[]).map((value) => ({
  value,
  label: t.windows[value],
}));

/** What needs attention, then the figures of the window, then what they are made of. */
export function OverviewPage() {
  const { window = '24h', try: isTrying = false } = route.useSearch();
  const navigate = useNavigate({ from: '/' });
  const query = useQuery(statisticsQuery(window));
  const promptQuery = useQuery(promptStatisticsQuery(window));
  const { data: statistics } = query;
  const { data: prompts } = promptQuery;
  const failed = query.isError ? query : promptQuery;
  const stage = useStages(prompts !== undefined, 3);
  return (
    <Page
      title={t.title}
      actions={
        <FilterTabs
          label={t.window}
          value={window}
          options={windows}
          onChoose={(next) =>
            void navigate({
              search: (before) => ({ ...before, window: next === '24h' ? undefined : next }),
              replace: true,
            })
          }
        />
      }
    >
      {isTrying && (
        <Card
          title={
            <span className="flex items-center gap-2">
              <FlaskConical className="size-4.5 text-soft" aria-hidden />
              {t.try}
            </span>
          }
          actions={
            <IconButton
              label={t.close}
              onClick={() => void navigate({ search: (before) => ({ ...before, try: undefined }), replace: true })}
            >
              <X className="size-4.5" aria-hidden />
            </IconButton>
          }
        >
          <Suspense fallback={<SkeletonRows rows={3} />}>
            <StartAndTryIt />
          </Suspense>
        </Card>
      )}
      <FirstSteps />
      {failed.isError && <Failure bare error={failed.error} retry={failed.refetch} />}
      <FailingReceivers />
      {statistics ? (
        <FailingChannels channels={statistics.channels} />
      ) : (
        !query.isError && (
          <Card>
            <Skeleton className="h-5 w-64 max-w-full" />
          </Card>
        )
      )}
      <Figures statistics={statistics} prompts={prompts} failed={failed.isError} />
      {prompts && stage > 0 ? (
        <OutcomeChart statistics={prompts} />
      ) : (
        !promptQuery.isError && (
          <Card title={t.chart.title}>
            <Skeleton className="h-48 w-full" />
          </Card>
        )
      )}
      {stage > 2 && <AskLess />}
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
        {prompts && stage > 1 ? (
          <Groups statistics={prompts} />
        ) : (
          !promptQuery.isError && (
            <>
              <GroupPlaceholder title={t.groups.channels} />
              <GroupPlaceholder title={t.groups.keys} />
              <GroupPlaceholder title={t.groups.people} />
            </>
          )
        )}
        {stage > 2 || promptQuery.isError ? <Activity /> : <GroupPlaceholder title={t.latest.title} />}
        {prompts && stage > 2 && <Actions statistics={prompts} />}
      </div>
    </Page>
  );
}

/** A placeholder for a table that is loading. */
const GroupPlaceholder = ({ title }: { readonly title: string }) => (
  <Card title={title}>
    <Skeleton className="h-32 w-full" />
  </Card>
);
