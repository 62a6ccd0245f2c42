import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { FlaskConical, X } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../components/ui/button.js';
import { Card } from '../../components/ui/card.js';
import { FilterTabs } from '../../components/ui/filter-tabs.js';
import { Page } from '../../components/ui/page.js';
import { Failure, Skeleton } from '../../components/ui/states.js';
import { Activity } from './activity.js';
import { FailingReceivers } from './failing-receivers.js';
import { KeyMetrics } from './key-metrics.js';
import { FirstStepsCard } from './first-steps-card.js';
import { dismiss, doneSteps, isDismissed, nextStep } from './first-steps.js';
import { PromptChart } from './prompt-chart.js';
import { firstChannelsQuery, firstKeysQuery, recentPromptsQuery, statisticsQuery } from './queries.js';
import { FailingChannels } from './failing-channels.js';
import { StartAndTryIt } from './try-it.js';

const route = getRouteApi('/shell/');

const windows = [
  { value: '24h', label: '24 hours' },
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
] as const;

export function OverviewPage() {
  const { window = '24h', try: isTrying = false } = route.useSearch();
  const navigate = useNavigate({ from: '/' });
  const query = useQuery(statisticsQuery(window));
  const { data: statistics } = query;
  return (
    <Page
      title="Overview"
      actions={
        <FilterTabs
          label="Time"
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
              Try without an account
            </span>
          }
          actions={
            <IconButton
              label="Close"
              onClick={() => void navigate({ search: (before) => ({ ...before, try: undefined }), replace: true })}
            >
              <X className="size-4.5" aria-hidden />
            </IconButton>
          }
        >
          <StartAndTryIt />
        </Card>
      )}
      <FirstSteps />
      {query.isError && <Failure bare error={query.error} retry={query.refetch} />}
      <KeyMetrics statistics={statistics} failed={query.isError} />
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
      {statistics ? (
        <PromptChart statistics={statistics} />
      ) : (
        !query.isError && (
          <Card title="Prompts">
            <Skeleton className="h-48 w-full" />
          </Card>
        )
      )}
      <Activity />
    </Page>
  );
}

/** The setup steps of a new installation, until they are done or dismissed. */
function FirstSteps() {
  const [dismissed, setDismissed] = useState(isDismissed);
  const channels = useQuery({ ...firstChannelsQuery, enabled: !dismissed });
  const prompts = useQuery({ ...recentPromptsQuery, enabled: !dismissed });
  const keys = useQuery({ ...firstKeysQuery, enabled: !dismissed });
  const [started, setStarted] = useState(false);
  if (dismissed) return null;
  // Load failures are shown with the metrics.
  if (!channels.data || !prompts.data || !keys.data) return null;
  const stock = { channels: channels.data, prompts: prompts.data, keys: keys.data };
  const isComplete = nextStep(doneSteps(stock)) === null;
  // A complete installation shows the card only if it became complete while the page was open.
  if (!isComplete && !started) setStarted(true);
  if (isComplete && !started) return null;
  return (
    <FirstStepsCard
      stock={stock}
      onDismiss={() => {
        dismiss();
        setDismissed(true);
      }}
    />
  );
}
