import type { PersonRecord, RecentAccount } from '@gateway/contract';
import { listRecentAccounts, visible } from '@gateway/contract/values';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { call } from '../../lib/api.js';
import { useMay } from '../../lib/session/session.js';
import { PlatformMark } from '../platform-mark.js';
import { Time } from '../ui/time.js';
import { t as texts } from './texts.js';

const t = texts.recent;

const recentAccountsQuery = queryOptions({
  queryKey: ['people', 'recent-accounts'],
  queryFn: ({ signal }) => call(listRecentAccounts, {}, { signal }),
  // Answers do not make it stale: each dialog reads it.
  staleTime: 0,
});

type Identity = PersonRecord['identities'][number];

interface Props {
  /** The accounts that the form has already. */
  readonly taken: readonly Identity[];
  readonly onChoose: (identity: Identity) => void;
}

/** Accounts that answered or wrote lately and belong to no person. A click adds one to the form. */
export function RecentAccounts({ taken, onChoose }: Props) {
  const enabled = useMay('people:write');
  const { data = [] } = useQuery({ ...recentAccountsQuery, enabled });
  const offered = data.filter(
    ({ platform, user_id }) => !taken.some((each) => each.platform === platform && each.user_id === user_id),
  );
  if (offered.length === 0) return null;
  return (
    <section aria-label={t.title} className="grid gap-1.5 rounded-control border border-line p-3">
      <h3 className="text-sm font-medium">{t.title}</h3>
      <p className="text-[0.8125rem] text-soft">{t.noProof}</p>
      <ul aria-label={t.title} className="grid max-h-56 overflow-y-auto">
        {offered.map((account) => (
          <li key={`${account.platform} ${account.user_id}`}>
            <RecentRow account={account} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface RowProps {
  readonly account: RecentAccount;
  readonly onChoose: (identity: Identity) => void;
}

function RecentRow({ account: { platform, user_id, name, username, last_seen_at }, onChoose }: RowProps) {
  return (
    <button
      type="button"
      onClick={() => onChoose({ platform, user_id })}
      className="flex min-h-9 w-full items-center gap-2.5 rounded px-2 py-1 text-left text-sm hover:bg-hover"
    >
      <PlatformMark id={platform} className="size-4.5" />
      <span className="grid min-w-0 flex-1">
        <span dir="auto" className="wrap-anywhere">
          {visible(name ?? username ?? t.noName)}
        </span>
        <span className="text-xs wrap-anywhere text-soft">
          {username !== null && username !== name && <bdi>{visible(username)} · </bdi>}
          <code>{visible(user_id)}</code>
        </span>
      </span>
      <span className="shrink-0 text-xs text-soft">
        <Time at={last_seen_at} />
      </span>
      <Plus className="size-4 shrink-0 text-soft" aria-hidden />
    </button>
  );
}
