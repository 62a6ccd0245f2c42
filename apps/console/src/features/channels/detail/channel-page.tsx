import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PlatformMark } from '../../../components/platform-mark.js';
import { Card } from '../../../components/ui/card.js';
import { Page } from '../../../components/ui/page.js';
import { Loaded } from '../../../components/ui/list/loaded.js';
import { Missing } from '../../../components/ui/list/missing.js';
import { SkeletonRows } from '../../../components/ui/list/states.js';
import { usePlatform } from '../../../lib/records/platforms.js';
import { Guide } from '../guide.js';
import { channelQuery, type ChannelDetail } from '../queries.js';
import { WebhookNote } from '../webhook-note.js';
import { ActiveSwitch } from './active-switch.js';
import { FirstEvent } from './first-event.js';
import { HealthCard } from './health-card.js';
import { RecentCard } from './recent-card.js';
import { SendCard } from './send-card.js';
import { SettingsCard } from './settings-card.js';
import { t as shared } from '../texts.js';
import { t } from './texts.js';

const route = getRouteApi('/shell/channels/$channelId');

export function ChannelPage() {
  const { channelId } = route.useParams();
  const query = useQuery(channelQuery(channelId));
  const channel = query.data;
  const platform = usePlatform(channel?.platform);
  return (
    <Page
      title={channelId}
      heading={
        <span className="flex items-center gap-3">
          {/* Hidden from screen readers: the help text names the platform. */}
          <span aria-hidden>{channel && <PlatformMark id={channel.platform} className="size-7" />}</span>
          <span className="min-w-0 wrap-anywhere">{channelId}</span>
        </span>
      }
      {...(channel && { help: t.help(shared.types[channel.channel_type], platform?.name ?? channel.platform) })}
      back={{ to: '/channels', label: shared.title }}
      actions={channel && <ActiveSwitch channel={channel} />}
    >
      <Loaded
        bare
        query={query}
        loading={<SkeletonRows rows={5} />}
        missing={<Missing title={t.notFound} list={{ to: '/channels', label: t.allChannels }} />}
      >
        {(loaded) => <Parts key={loaded.channel_id} channel={loaded} />}
      </Loaded>
    </Page>
  );
}

function Parts({ channel }: { readonly channel: ChannelDetail }) {
  const { created } = route.useSearch();
  const platform = usePlatform(channel.platform);
  return (
    <>
      {created === true && <FirstEvent channel={channel} />}
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
        <div className="grid grid-cols-1 gap-5">
          <HealthCard channel={channel} />
          {channel.is_active && <SendCard channel={channel} />}
          <RecentCard channel={channel} />
        </div>
        <div className="grid grid-cols-1 gap-5">
          <SettingsCard channel={channel} platform={platform} />
          {platform && platform.capabilities.webhook !== 'none' && (
            // The URL is shown in a card; a missing one in a notice, which has its own box.
            <Box framed={channel.webhook_url !== null}>
              <WebhookNote platform={platform} address={channel.webhook_url} />
            </Box>
          )}
        </div>
      </div>
      {platform && (
        <Card>
          <details>
            <summary className="-m-2 w-fit rounded-control p-2 font-medium">
              {shared.instructionsFor(platform.name)}
            </summary>
            <div className="pt-5">
              <Guide platform={platform} webhook={channel.webhook_url} />
            </div>
          </details>
        </Card>
      )}
    </>
  );
}

function Box({ framed, children }: { readonly framed: boolean; readonly children: ReactNode }) {
  return framed ? <Card>{children}</Card> : children;
}
