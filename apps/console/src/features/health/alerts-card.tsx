import { getAlerts, updateAlerts } from '@gateway/contract/values';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { ChannelPicker } from '../../components/channel-picker.js';
import { Card } from '../../components/ui/card.js';
import { Loaded } from '../../components/ui/list/loaded.js';
import { Failure, SkeletonRows } from '../../components/ui/list/states.js';
import { call } from '../../lib/api.js';
import { useSave } from '../../lib/forms/use-save.js';
import { useMay } from '../../lib/session/session.js';
import { t } from './texts.js';

const alertsQuery = queryOptions({
  queryKey: ['alerts', 'settings'],
  queryFn: ({ signal }) => call(getAlerts, {}, { signal }),
});

/** In which chat the problems of the gateway are posted. */
export function AlertsCard() {
  const mayChange = useMay('settings:write');
  const query = useQuery(alertsQuery);
  const save = useSave((channel_id: string | null) => call(updateAlerts, { body: { channel_id } }), {
    resources: ['alerts'],
  });
  return (
    <Card title={t.alerts.title} help={t.alerts.help}>
      <Loaded query={query} loading={<SkeletonRows rows={1} />}>
        {({ channel_id }) =>
          mayChange ? (
            <div className="grid max-w-md gap-3">
              <ChannelPicker
                label={t.alerts.channel}
                active
                value={channel_id ?? undefined}
                onChoose={(channel) => save.mutate(channel ?? null)}
              />
              {save.isError && <Failure bare error={save.error} />}
            </div>
          ) : (
            <p className="text-sm text-soft">{t.alerts.ownersOnly}</p>
          )
        }
      </Loaded>
    </Card>
  );
}
