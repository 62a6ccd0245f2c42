import type { PromptRecord } from '@gateway/contract';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { IconButton } from '../../../components/ui/button.js';
import { keyNamesQuery, operatorNamesQuery } from '../../../lib/records/actors.js';
import { useMay } from '../../../lib/session/session.js';
import { shortTime } from '../../../lib/time/time.js';
import type { PromptSearch } from './filter.js';
import { personQuery } from '../queries.js';
import { t as texts } from '../texts.js';

const t = texts.filters;

interface Props {
  readonly search: PromptSearch;
  /** What the list has found, for the name of an account. */
  readonly found: readonly PromptRecord[];
  readonly onChange: (changes: PromptSearch) => void;
}

/** The active filters that have no field of their own on the page. Each can be removed. */
export function FilterChips({ search, found, onChange }: Props) {
  const { channel, correlation, key, by, since, until } = search;
  const keyName = useKeyName(key);
  const answerer = useAnswererName(by, found);
  const chips = [
    channel !== undefined && { text: t.chips.channel(channel), clear: { channel: undefined } },
    key !== undefined && { text: keyName, clear: { key: undefined } },
    by !== undefined && { text: t.chips.by(answerer), clear: { by: undefined } },
    (since ?? until) !== undefined && { text: rangeOf(since, until), clear: { since: undefined, until: undefined } },
    correlation !== undefined && { text: t.chips.correlation(correlation), clear: { correlation: undefined } },
  ].filter((chip) => chip !== false);
  if (chips.length === 0) return null;
  return (
    <ul aria-label={t.chips.label} className="flex min-w-0 flex-wrap gap-1.5">
      {chips.map(({ text, clear }) => (
        <li
          key={Object.keys(clear)[0]}
          className="flex max-w-full min-w-0 items-center rounded-control border border-line bg-raised pl-2.5 text-[0.8125rem]"
        >
          <span dir="auto" className="min-w-0 py-1 wrap-anywhere">
            {text}
          </span>
          <IconButton label={t.chips.clear(text)} onClick={() => onChange(clear)}>
            <X className="size-3.5" aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}

function rangeOf(since: string | undefined, until: string | undefined): string {
  const from = since === undefined ? null : shortTime(since);
  const to = until === undefined ? null : shortTime(until);
  if (from === null) return t.chips.until(to ?? '');
  return to === null ? t.chips.since(from) : t.chips.range(from, to);
}

/** "API key finance"; the beginning of the id where the name is unknown. */
function useKeyName(id: string | undefined): string {
  const mayRead = useMay('keys:read');
  const { data } = useQuery({ ...keyNamesQuery, enabled: mayRead && id !== undefined && id !== 'none' });
  if (id === 'none') return t.chips.withoutKey;
  return t.chips.key(data?.find((key) => key.id === id)?.name ?? id?.slice(0, 8) ?? '');
}

/** The name of `person:ID`, `operator:ID` or `user:PLATFORM:ID`; the id where it is unknown. */
function useAnswererName(by: string | undefined, found: readonly PromptRecord[]): string {
  const [kind, id = '', ...rest] = by?.split(':') ?? [];
  const mayReadPeople = useMay('people:read');
  const person = useQuery({ ...personQuery(id), enabled: kind === 'person' && mayReadPeople }).data;
  const operators = useQuery({ ...operatorNamesQuery, enabled: kind === 'operator' }).data;
  if (kind === 'person') return person?.name ?? id;
  if (kind === 'operator') return operators?.find((one) => one.id === id)?.name ?? id;
  const account = rest.join(':');
  return found.find(({ answered_by_id }) => answered_by_id === account)?.answered_by_username ?? account;
}
