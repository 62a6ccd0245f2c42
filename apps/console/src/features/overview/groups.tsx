import type { PromptStatistics } from '@gateway/contract';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PlatformMark } from '../../components/platform-mark.js';
import { Card } from '../../components/ui/card.js';
import { formatNumber } from '../../lib/language/locale.js';
import { duration } from '../../lib/time/time.js';
import { t } from './texts.js';

/** What the prompts of the window have in common: their channel, their API key, and who answered. */
export function Groups({ statistics }: { readonly statistics: PromptStatistics }) {
  const { channels, keys, people, prompts, since } = statistics.breakdown;
  const counted = { since, until: statistics.to };
  const help = prompts < statistics.total.created ? t.groups.latest(prompts) : undefined;
  return (
    <>
      <Group
        title={t.groups.channels}
        column={t.groups.channel}
        help={help}
        empty={t.groups.noPrompts}
        all={{ to: '/channels', label: t.groups.allChannels }}
        rows={channels.map(({ channel_id, platform, is_active, ...row }) => ({
          counts: row,
          id: channel_id,
          mark: <PlatformMark id={platform} className="size-4" />,
          name: channel_id,
          link: { to: '/prompts', search: { state: 'all', channel: channel_id, ...counted } },
          note: is_active === null ? t.groups.deleted : is_active ? null : t.groups.disabled,
        }))}
      />
      {keys !== null && (
        <Group
          title={t.groups.keys}
          column={t.groups.key}
          help={help}
          empty={t.groups.noPrompts}
          all={{ to: '/keys', label: t.groups.allKeys }}
          rows={keys.map(({ api_key_id, name, revoked_at, ...row }) => ({
            counts: row,
            id: api_key_id ?? '',
            name: api_key_id === null ? t.groups.withoutKey : (name ?? t.groups.unknownKey(api_key_id.slice(0, 8))),
            link: { to: '/prompts', search: { state: 'all', key: api_key_id ?? 'none', ...counted } },
            note: revoked_at === null ? null : t.groups.revoked,
          }))}
        />
      )}
      {people !== null && (
        <Group
          title={t.groups.people}
          column={t.groups.person}
          help={help}
          empty={t.groups.noAnswers}
          all={{ to: '/people', label: t.groups.allPeople }}
          rows={people.map(({ person_id, operator_id, platform, user_id, name, ...row }) => ({
            counts: row,
            id: [person_id, operator_id, platform, user_id].join('/'),
            mark: platform === null ? null : <PlatformMark id={platform} className="size-4" />,
            name: name ?? user_id ?? person_id ?? operator_id ?? t.none,
            link: {
              to: '/prompts',
              search: {
                state: 'answered',
                by: person_id === null ? answererOf(operator_id, platform, user_id) : `person:${person_id}`,
                ...counted,
              },
            },
            note: null,
          }))}
        />
      )}
    </>
  );
}

/** Somebody who is not among the people, as the filter of prompts names them. */
const answererOf = (operatorId: string | null, platform: string | null, userId: string | null): string =>
  operatorId === null ? `user:${platform}:${userId}` : `operator:${operatorId}`;

interface Row {
  readonly id: string;
  readonly mark?: ReactNode;
  readonly name: string;
  readonly link: Pick<LinkProps, 'to' | 'search'>;
  readonly note: string | null;
  readonly counts: {
    /** People only answer. */
    readonly created?: number;
    readonly answered: number;
    readonly median_answer_ms: number | null;
  };
}

interface GroupProps {
  readonly title: string;
  /** The heading of the names. */
  readonly column: string;
  readonly help: string | undefined;
  readonly empty: string;
  readonly all: { readonly to: LinkProps['to']; readonly label: string };
  readonly rows: readonly Row[];
}

function Group({ title, column, help, empty, all, rows }: GroupProps) {
  const hasCreated = rows.some(({ counts }) => counts.created !== undefined);
  const head = 'py-1.5 pl-3 text-right font-medium';
  const number = 'py-1.5 pl-3 text-right align-top whitespace-nowrap tabular-nums';
  return (
    <Card
      flush
      title={title}
      help={help}
      actions={
        <Link to={all.to} className="text-sm text-accent hover:underline">
          {t.all}
          <span className="sr-only"> {all.label}</span>
        </Link>
      }
    >
      {rows.length === 0 ? (
        <p className="px-5 pb-5 text-sm text-soft">{empty}</p>
      ) : (
        <div className="px-5 pb-3">
          <table className="w-full text-left text-[0.8125rem]">
            <caption className="sr-only">{title}</caption>
            <thead>
              <tr className="border-b border-line text-xs text-soft">
                <th scope="col" className="py-1.5 font-medium">
                  {column}
                </th>
                {hasCreated && (
                  <th scope="col" className={head}>
                    {t.groups.created}
                  </th>
                )}
                <th scope="col" className={head}>
                  {t.groups.answered}
                </th>
                <th scope="col" className={head}>
                  {t.groups.median}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id} className="border-b border-line last:border-0">
                  <th scope="row" className="w-full py-1.5 font-normal">
                    <span className="flex items-start gap-2">
                      {row.mark}
                      <span className="min-w-0 wrap-anywhere">
                        <Link {...row.link} className="text-accent hover:underline">
                          {row.name}
                        </Link>
                        {row.note !== null && <span className="text-xs text-soft"> ({row.note})</span>}
                      </span>
                    </span>
                  </th>
                  {hasCreated && <td className={number}>{formatNumber(row.counts.created ?? 0)}</td>}
                  <td className={number}>{formatNumber(row.counts.answered)}</td>
                  <td className={number}>
                    {row.counts.median_answer_ms === null ? t.none : duration(row.counts.median_answer_ms)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}
