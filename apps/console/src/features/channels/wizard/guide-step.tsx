import { channelId as channelIdSchema, limits, listChannels, type PlatformRecord } from '@gateway/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { Card } from '../../../components/ui/card.js';
import { Field, Input } from '../../../components/ui/field.js';
import { Skeleton } from '../../../components/ui/states.js';
import { call } from '../../../lib/api.js';
import { sentence } from '../../../lib/form-errors.js';
import { isTakenQuery } from '../queries.js';
import { Guide } from '../guide.js';
import { WebhookNote } from '../webhook-note.js';
import { StepFooter } from './step-footer.js';
import { freeId, webhookAddress, type Draft } from './draft.js';
import { useSession } from '../../../lib/session.js';
import { useDebounced } from '../../../lib/debounced.js';

interface Props {
  readonly platform: PlatformRecord;
  readonly draft: Draft;
  readonly change: (next: Partial<Draft>) => void;
  readonly onNext: () => void;
}

/** Names the channel, which makes its address, and shows what to do on the platform. */
export function GuideStep({ platform, draft, change, onNext }: Props) {
  const { gateway } = useSession();
  useSuggestedId(platform.id, draft.channelId, (channelId) => change({ channelId }));
  const [tried, setTried] = useState(false);
  const id = draft.channelId.trim();
  const debounced = useDebounced(id, 400);
  const parsed = channelIdSchema.safeParse(id);
  const taken = useQuery({ ...isTakenQuery(debounced), enabled: parsed.success && debounced === id });
  const issue =
    id === ''
      ? tried
        ? 'Give the channel an id.'
        : undefined
      : !parsed.success
        ? sentence(parsed.error.issues[0]?.message ?? 'is not valid')
        : taken.data === true && debounced === id
          ? 'There is a channel of that id already, perhaps an inactive one. Choose another.'
          : undefined;
  const client = useQueryClient();
  // Whoever types and goes on at once would learn only at the end that the id is taken.
  const leave = useMutation({
    mutationFn: () => client.ensureQueryData(isTakenQuery(id)),
    onSuccess: (isTaken) => !isTaken && onNext(),
    onError: onNext,
  });
  const webhook = webhookAddress(gateway.public_url, platform.id, parsed.success ? id : '…');
  return (
    <form
      className="grid grid-cols-1 gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (id !== '' && issue === undefined && !leave.isPending) leave.mutate();
      }}
    >
      <Card title="Name the channel">
        <div className="grid grid-cols-1 gap-5">
          <Field
            label="Channel id"
            help="Agents name the channel by it. It is part of the webhook address and cannot be changed later."
            error={issue}
            className="max-w-md"
          >
            <Input
              value={draft.channelId}
              maxLength={limits.channelId}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              placeholder="approvals"
              onChange={({ target }) => change({ channelId: target.value.replace(/\s/g, '-') })}
            />
          </Field>
          <WebhookNote platform={platform} address={webhook} />
        </div>
      </Card>
      <Card title={`What to do in ${platform.name}`} help="Do it now, or in another window beside the next step.">
        {platform.guide === '' ? <Skeleton /> : <Guide platform={platform} webhook={webhook} />}
      </Card>
      <StepFooter label="Continue" busy={leave.isPending} />
    </form>
  );
}

/** Fills in the first free id, once, when nothing was typed yet. */
function useSuggestedId(platform: string, typed: string, suggest: (id: string) => void): void {
  const query = useQuery({
    queryKey: ['channels', 'ids', platform],
    queryFn: ({ signal }) => call(listChannels, { query: { q: platform, limit: String(limits.listMax) } }, { signal }),
    staleTime: 0,
  });
  const offer = useEffectEvent((ids: readonly string[]) => {
    if (typed === '') suggest(freeId(platform, new Set(ids)));
  });
  const { data } = query;
  useEffect(() => {
    if (data) offer(data.map((channel) => channel.channel_id));
  }, [data]);
}
