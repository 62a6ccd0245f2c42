import type { PromptRecord } from '@gateway/contract';
import { getPrompt, listDeliveries, shownText } from '@gateway/contract/values';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleSlash, Hourglass } from 'lucide-react';
import { call } from '../../lib/api.js';
import { deliveryBadges } from '../../lib/records/delivery-badges.js';
import { duration } from '../../lib/time/time.js';
import { Badge } from '../ui/badge.js';
import { Filled } from '../ui/form/filled.js';
import { Loaded } from '../ui/list/loaded.js';
import { Failure, Skeleton } from '../ui/list/states.js';
import { t } from './texts.js';

/** The state of a prompt that was just sent: pending, then its answer, then its callback. */
export function PromptOutcome({ id }: { readonly id: string }) {
  const query = useQuery({
    queryKey: ['prompts', 'outcome', id],
    queryFn: ({ signal }) => call(getPrompt, { params: { id } }, { signal }),
  });
  return (
    <div role="status" className="grid gap-2 rounded-control border border-line bg-sunken px-4 py-3 text-sm">
      <Loaded query={query} loading={<Skeleton className="h-5 w-3/5" />}>
        {(prompt) => (
          <>
            <State prompt={prompt} />
            {prompt.callback_url !== null && prompt.state === 'answered' && <Callback prompt={prompt} />}
          </>
        )}
      </Loaded>
    </div>
  );
}

function State({ prompt }: { readonly prompt: PromptRecord }) {
  const id = <code>{prompt.id}</code>;
  if (prompt.state === 'pending') {
    return (
      <p className="flex items-center gap-2.5">
        <Hourglass className="size-4.5 shrink-0 text-wait" aria-hidden />
        <span>
          <Filled text={t.pending} parts={{ id }} />
        </span>
      </p>
    );
  }
  if (prompt.state === 'expired') {
    return (
      <p className="flex items-center gap-2.5">
        <CircleSlash className="size-4.5 shrink-0 text-soft" aria-hidden />
        <span>
          <Filled text={t.endings[prompt.closed_reason ?? 'ttl']} parts={{ id }} /> {prompt.closed_detail}
        </span>
      </p>
    );
  }
  const took = Date.parse(prompt.answered_at ?? prompt.created_at) - Date.parse(prompt.created_at);
  return (
    <p className="flex items-start gap-2.5">
      <CircleCheck className="mt-0.5 size-4.5 shrink-0 text-good" aria-hidden />
      <span className="min-w-0 wrap-anywhere">
        <Filled
          text={t.answered}
          parts={{
            id,
            answer: (
              <strong>
                <bdi>{shownText(prompt.answer ?? '')}</bdi>
              </strong>
            ),
          }}
        />
        <span className="block text-soft">
          <Filled
            text={t.answeredBy}
            parts={{
              name: <bdi>{prompt.answered_by_username ?? prompt.answered_by_id ?? t.unknownUser}</bdi>,
              time: duration(took),
            }}
          />
        </span>
      </span>
    </p>
  );
}

function Callback({ prompt }: { readonly prompt: PromptRecord }) {
  const query = useQuery({
    queryKey: ['deliveries', 'of-prompt', prompt.id],
    queryFn: ({ signal }) => call(listDeliveries, { query: { prompt_id: prompt.id, limit: '1' } }, { signal }),
  });
  if (query.isError) return <Failure error={query.error} retry={query.refetch} />;
  const delivery = query.data?.[0];
  if (!delivery) return null;
  const { label, tone } = deliveryBadges[delivery.state];
  return (
    <p className="flex flex-wrap items-center gap-2 pl-7">
      {t.callback} <Badge tone={tone}>{label}</Badge>
      <span className="min-w-0 wrap-anywhere text-soft">
        {delivery.last_status !== null && `${t.response(delivery.last_status)} `}
        {delivery.state !== 'delivered' && delivery.last_error}
      </span>
    </p>
  );
}
