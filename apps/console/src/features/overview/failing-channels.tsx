import type { Statistics } from '@gateway/contract';
import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleDashed } from 'lucide-react';
import { HealthBadge } from '../../components/health-badge.js';
import { PlatformMark } from '../../components/platform-mark.js';
import { Card } from '../../components/ui/card.js';
import { Filled } from '../../components/ui/form/filled.js';
import { Time } from '../../components/ui/time.js';
import { t } from './texts.js';

/** Further channels are behind the link. */
const SHOWN = 4;

/** The failing channels; one line when there are none. */
export function FailingChannels({ channels }: { readonly channels: Statistics['channels'] }) {
  const { active, failing, unverified, troubled } = channels;
  if (active === 0) return null;
  if (troubled.length === 0) {
    return (
      <Card>
        <p className="flex flex-wrap items-center gap-2.5 text-sm">
          {unverified === 0 ? (
            <CircleCheck className="size-4.5 shrink-0 text-good" aria-hidden />
          ) : (
            <CircleDashed className="size-4.5 shrink-0 text-wait" aria-hidden />
          )}
          {unverified > 0 ? t.channels.unverified(unverified, active) : t.channels.healthy(active)}
          <Link
            to="/channels"
            search={unverified === 0 ? {} : { state: 'unknown' }}
            className="ml-auto text-accent hover:underline"
          >
            {t.channels.link}
          </Link>
        </p>
      </Card>
    );
  }
  return (
    <Card
      flush
      title={t.channels.title}
      help={t.channels.some(failing, active)}
      actions={
        <Link to="/channels" search={{ state: 'failing' }} className="text-sm text-accent hover:underline">
          {t.channels.allFailing(failing)}
          <span className="sr-only"> {t.channels.allFailingEnd}</span>
        </Link>
      }
    >
      <ul>
        {troubled.slice(0, SHOWN).map(({ channel_id, platform, health }) => (
          <li key={channel_id} className="border-t border-line">
            <Link
              to="/channels/$channelId"
              params={{ channelId: channel_id }}
              className="flex items-start gap-3 px-5 py-3 text-sm -outline-offset-2 hover:bg-hover"
            >
              <PlatformMark id={platform} className="size-5" />
              <span className="grid min-w-0 flex-1 gap-1">
                <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                  <span className="min-w-0 font-medium wrap-anywhere">{channel_id}</span>
                  <HealthBadge state={health.state} />
                  {health.since !== null && (
                    <span className="text-xs text-soft">
                      <Filled text={t.channels.since} parts={{ time: <Time at={health.since} /> }} />
                    </span>
                  )}
                </span>
                {health.detail !== null && (
                  <span className="text-[0.8125rem] wrap-anywhere text-soft">{health.detail}</span>
                )}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
