import type { AuditEntry } from '@gateway/contract';
import { shownText } from '@gateway/contract/values';
import { Link } from '@tanstack/react-router';
import { Bot, DoorOpen, Settings2, UserRound, type LucideIcon } from 'lucide-react';
import { Filled } from '../../components/ui/form/filled.js';
import { Time } from '../../components/ui/time.js';
import { dayOf } from '../../lib/time/time.js';
import { Changes } from './changes.js';
import { ResourceLink } from './resource-link.js';
import { actorName, sentenceOf } from './sentences.js';
import { t } from './texts.js';

const icons: Record<AuditEntry['actor']['kind'], LucideIcon> = {
  key: Bot,
  operator: UserRound,
  open: DoorOpen,
  system: Settings2,
};

/** Entries grouped by day, in the order of the list. */
export function AuditEntries({ entries }: { readonly entries: readonly AuditEntry[] }) {
  const days = new Map<string, AuditEntry[]>();
  for (const entry of entries) {
    const day = dayOf(entry.at);
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days].map(([day, ofDay]) => (
    <section key={day} className="border-b border-line last:border-0">
      <h2 className="bg-sunken px-5 py-1.5 text-xs font-medium text-soft first:rounded-t-card">{day}</h2>
      <ul>
        {ofDay.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
    </section>
  ));
}

function Entry({ entry }: { readonly entry: AuditEntry }) {
  const Icon = icons[entry.actor.kind];
  const label = t.entry.by[entry.actor.kind];
  const { text, resource } = sentenceOf(entry);
  return (
    <li className="row-lazy flex items-start gap-3 border-b border-line px-5 py-3 text-sm last:border-0">
      <span
        className="mt-0.5 grid size-7 shrink-0 place-content-center rounded-full bg-sunken text-soft"
        title={label}
        role="img"
        aria-label={label}
      >
        <Icon className="size-4" aria-hidden />
      </span>
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p>
          <Filled
            text={text}
            parts={{
              actor: <Actor actor={entry.actor} />,
              resource: <ResourceLink resource={entry.resource}>{resource}</ResourceLink>,
            }}
          />
        </p>
        {entry.answer !== null && (
          <p>
            <Filled
              text={t.entry.answer}
              parts={{ answer: <bdi className="font-medium">{shownText(entry.answer)}</bdi> }}
            />
          </p>
        )}
        <Changes changes={entry.changes} />
        <p className="text-[0.8125rem] text-soft">
          <span className="sm:hidden">
            <Time at={entry.at} />{' '}
          </span>
          {entry.address !== null && <Filled text={t.entry.from} parts={{ address: <code>{entry.address}</code> }} />}
        </p>
      </div>
      <span className="shrink-0 text-soft max-sm:hidden">
        <Time at={entry.at} />
      </span>
    </li>
  );
}

function Actor({ actor }: { readonly actor: AuditEntry['actor'] }) {
  const name = actorName(actor);
  if (actor.id === null) return <span className="font-medium">{name}</span>;
  return (
    <Link
      from="/audit"
      to="/audit"
      search={(now) => ({ ...now, actor: actor.id ?? undefined })}
      className="font-medium underline-offset-2 hover:underline"
      title={t.entry.onlyActor(name)}
    >
      <bdi>{name}</bdi>
    </Link>
  );
}
