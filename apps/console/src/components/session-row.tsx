import type { ReplyOf } from '@gateway/contract';
import type { listSessions } from '@gateway/contract/values';
import { Laptop, Smartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { browserName, isHandheld } from '../lib/session/user-agent.js';
import { t } from './texts.js';
import { Badge } from './ui/badge.js';
import { Filled } from './ui/form/filled.js';
import { Time } from './ui/time.js';

interface Props {
  readonly session: ReplyOf<typeof listSessions>[number];
  /** What can be done with it. */
  readonly children: ReactNode;
}

/** A browser in which an operator is signed in. */
export function SessionRow({ session, children }: Props) {
  const Icon = isHandheld(session.user_agent) ? Smartphone : Laptop;
  return (
    <li className="flex items-center gap-3.5 border-b border-line px-5 py-3.5 last:border-0">
      <Icon className="size-5 shrink-0 text-soft" strokeWidth={1.75} aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-medium">
          <span title={session.user_agent ?? undefined}>{browserName(session.user_agent)}</span>
          {session.current && <Badge tone="good">{t.session.current}</Badge>}
        </p>
        <p className="text-[0.8125rem] text-soft">
          {session.address !== null && <span className="break-all">{session.address} · </span>}
          <Filled
            text={session.current ? t.session.usedNow : t.session.used}
            parts={{
              used: <Time at={session.last_seen_at} />,
              signedIn: <Time at={session.created_at} />,
              expires: <Time at={session.expires_at} />,
            }}
          />
        </p>
      </div>
      {children}
    </li>
  );
}
