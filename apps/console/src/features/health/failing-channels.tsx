import type { Statistics } from '@gateway/contract';
import { Link } from '@tanstack/react-router';
import { PlatformMark } from '../../components/platform-mark.js';
import { Card } from '../../components/ui/card.js';
import { Filled } from '../../components/ui/form/filled.js';
import { Time } from '../../components/ui/time.js';
import { t } from './texts.js';

/** The failing channels with their reasons. */
export function FailingChannels({ channels }: { readonly channels: Statistics['channels']['troubled'] }) {
  if (channels.length === 0) return null;
  return (
    <Card title={t.channels.title} flush>
      <ul>
        {channels.map(({ channel_id, platform, health }) => (
          <li key={channel_id} className="flex gap-3.5 border-b border-line px-5 py-3.5 last:border-0">
            <PlatformMark id={platform} />
            <div className="min-w-0 text-sm">
              <Link
                to="/channels/$channelId"
                params={{ channelId: channel_id }}
                className="font-medium break-all underline-offset-2 hover:underline"
              >
                {channel_id}
              </Link>
              <p className="wrap-anywhere">{health.detail ?? t.channels.noReason}</p>
              {health.since !== null && (
                <p className="text-[0.8125rem] text-soft">
                  <Filled text={t.channels.since} parts={{ time: <Time at={health.since} /> }} />
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
