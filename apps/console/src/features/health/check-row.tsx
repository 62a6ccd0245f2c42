import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, CircleDashed, Info, TriangleAlert, type LucideIcon } from 'lucide-react';
import { classes } from '../../components/ui/classes.js';
import type { Check } from './checks.js';
import { t } from './texts.js';

const looks: Record<Check['state'], { readonly icon: LucideIcon; readonly tone: string; readonly label: string }> = {
  good: { icon: CircleCheck, tone: 'text-good', label: t.states.good },
  note: { icon: Info, tone: 'text-info', label: t.states.note },
  wait: { icon: TriangleAlert, tone: 'text-wait', label: t.states.wait },
  bad: { icon: CircleAlert, tone: 'text-bad', label: t.states.bad },
  unknown: { icon: CircleDashed, tone: 'text-soft', label: t.states.unknown },
};

/** The icon of a state with its name for screen readers. */
export function StateIcon({ state, className }: { readonly state: Check['state']; readonly className?: string }) {
  const { icon: Icon, tone, label } = looks[state];
  return (
    <>
      <Icon className={classes('shrink-0', tone, className ?? 'size-5')} aria-hidden />
      <span className="sr-only">{label}: </span>
    </>
  );
}

export function CheckRow({ check }: { readonly check: Check }) {
  return (
    <li className="flex gap-3.5 border-b border-line px-5 py-3.5 last:border-0">
      <StateIcon state={check.state} />
      <div className="grid min-w-0 flex-1 gap-x-6 gap-y-0.5 sm:grid-cols-[11rem_minmax(0,1fr)]">
        <p className="text-sm font-medium">{check.name}</p>
        <div className="grid min-w-0 gap-0.5 text-sm">
          <p className="wrap-anywhere">{check.text}</p>
          {check.advice !== undefined && <p className="text-[0.8125rem] text-soft">{check.advice}</p>}
          {check.link !== undefined && <More link={check.link} />}
        </div>
      </div>
    </li>
  );
}

const look = 'w-fit text-[0.8125rem] text-accent underline underline-offset-2';

function More({ link }: { readonly link: NonNullable<Check['link']> }) {
  if (link === 'channels' || link === 'unverified') {
    return (
      <Link to="/channels" search={{ state: link === 'channels' ? 'failing' : 'unknown' }} className={look}>
        {t.links.channels}
      </Link>
    );
  }
  if (link === 'platforms') {
    return (
      <Link to="/platforms" className={look}>
        {t.links.platforms}
      </Link>
    );
  }
  if (link === 'receivers') {
    return (
      <Link to="/receivers" className={look}>
        {t.links.receivers}
      </Link>
    );
  }
  if (link === 'new-channel') {
    return (
      <Link to="/channels/+new" className={look}>
        {t.links.addChannel}
      </Link>
    );
  }
  return (
    <Link to="/deliveries" search={{ state: link }} className={look}>
      {t.links.deliveries}
    </Link>
  );
}
