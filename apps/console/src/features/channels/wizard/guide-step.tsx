import { channelId as channelIdSchema, type PlatformRecord } from '@gateway/contract';
import { limits, listChannels } from '@gateway/contract/values';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { Card } from '../../../components/ui/card.js';
import { Field, Input } from '../../../components/ui/form/field.js';
import { Skeleton } from '../../../components/ui/list/states.js';
import { call } from '../../../lib/api.js';
import { sentence } from '../../../lib/forms/form-errors.js';
import { isTakenQuery } from '../queries.js';
import { Guide } from '../guide.js';
import { WebhookNote } from '../webhook-note.js';
import { StepFooter } from './step-footer.js';
import { freeId, webhookAddress, type Draft } from './draft.js';
import { useSession } from '../../../lib/session/session.js';
import { useDebounced } from '../../../lib/forms/debounced.js';
import { t as shared } from '../texts.js';
import { t } from './texts.js';

interface Props {
  readonly platform: PlatformRecord;
  readonly draft: Draft;
  readonly change: (next: Partial<Draft>) => void;
  readonly onNext: () => void;
}

/** The channel id, which is part of the webhook URL, and the platform's setup guide. */
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
        ? t.id.enter
        : undefined
      : !parsed.success
        ? sentence(parsed.error.issues[0]?.message ?? t.id.invalid)
        : taken.data === true && debounced === id
          ? t.id.taken
          : undefined;
  const client = useQueryClient();
  // Checked again on submit, because the debounced check may not have run yet.
  const checkId = useMutation({
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
        if (id !== '' && issue === undefined && !checkId.isPending) checkId.mutate();
      }}
    >
      <Card title={t.id.label}>
        <div className="grid grid-cols-1 gap-5">
          <Field label={t.id.label} help={t.id.help} error={issue} className="max-w-md">
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
      <Card title={shared.instructionsFor(platform.name)} help={t.guideHelp}>
        {platform.guide === '' ? <Skeleton /> : <Guide platform={platform} webhook={webhook} />}
      </Card>
      <StepFooter label={t.continue} busy={checkId.isPending} />
    </form>
  );
}

/** Suggests the first free id while the field is empty. */
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
