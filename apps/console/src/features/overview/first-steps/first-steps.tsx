import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Card } from '../../../components/ui/card.js';
import { SkeletonRows } from '../../../components/ui/list/states.js';
import { explained } from '../../../lib/load/lazy-page.js';
import { firstChannelsQuery, firstKeysQuery, recentPromptsQuery } from '../queries.js';
import { dismiss, doneSteps, isDismissed, nextStep } from './steps.js';

// Most installations are past it.
const FirstStepsCard = lazy(async () => ({
  default: (await import('./first-steps-card.js').catch(explained)).FirstStepsCard,
}));

/** The setup steps of a new installation, until they are done or dismissed. */
export function FirstSteps() {
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
    <Suspense
      fallback={
        <Card>
          <SkeletonRows rows={5} />
        </Card>
      }
    >
      <FirstStepsCard
        stock={stock}
        onDismiss={() => {
          dismiss();
          setDismissed(true);
        }}
      />
    </Suspense>
  );
}
