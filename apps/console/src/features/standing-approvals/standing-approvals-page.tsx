import type { GrantRecord } from '@gateway/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { Card } from '../../components/ui/card.js';
import { Empty } from '../../components/ui/list/empty.js';
import { Filled } from '../../components/ui/form/filled.js';
import { FilterTabs } from '../../components/ui/list/filter-tabs.js';
import { Loaded } from '../../components/ui/list/loaded.js';
import { MoreRows } from '../../components/ui/list/more-rows.js';
import { Page } from '../../components/ui/page.js';
import { activeFirst } from './active-first.js';
import { GrantFacts } from './grant-facts.js';
import { StateBadge, StopButton } from './grant-parts.js';
import { grantsQuery } from './queries.js';
import { coverOf } from './sentences.js';
import { StopDialog } from './stop-dialog.js';
import { t } from './texts.js';

const route = getRouteApi('/shell/standing-approvals');
const states = (['active', 'ended', 'all'] as const).map((value) => ({ value, label: t.states[value] }));

export function StandingApprovalsPage() {
  const { state = 'active' } = route.useSearch();
  const navigate = useNavigate({ from: '/standing-approvals' });
  const query = useInfiniteQuery(grantsQuery(state));
  const [stopped, setStopped] = useState<GrantRecord | null>(null);
  return (
    <Page title={t.title} help={t.help}>
      <FilterTabs
        label={t.state}
        value={state}
        options={states}
        onChoose={(next) => void navigate({ search: next === 'active' ? {} : { state: next }, replace: true })}
      />
      <Card flush>
        <h2 className="sr-only">{t.title}</h2>
        <Loaded query={query}>
          {({ pages }) => {
            const grants = activeFirst(pages.flatMap(({ items }) => items));
            if (grants.length === 0)
              return (
                <Empty icon={ShieldCheck} title={t.none[state]}>
                  <p>
                    <Filled text={t.howGiven} parts={{ rules: <RulesLink /> }} />
                  </p>
                </Empty>
              );
            return (
              <ul aria-label={t.title}>
                {grants.map((grant) => (
                  <GrantRow key={grant.grant_id} grant={grant} onStop={() => setStopped(grant)} />
                ))}
              </ul>
            );
          }}
        </Loaded>
        <MoreRows query={query} />
      </Card>
      {stopped && <StopDialog grant={stopped} onClose={() => setStopped(null)} />}
    </Page>
  );
}

const RulesLink = () => (
  <Link to="/rules" className="text-accent underline underline-offset-2">
    {t.rules}
  </Link>
);

interface RowProps {
  readonly grant: GrantRecord;
  readonly onStop: () => void;
}

function GrantRow({ grant, onStop }: RowProps) {
  return (
    <li className="row-lazy grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-3 border-b border-line px-4 py-3.5 last:border-0 sm:px-5">
      <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
        <h3 dir="auto" className="min-w-0 text-sm leading-6 font-medium wrap-anywhere">
          <Link
            to="/standing-approvals/$grantId"
            params={{ grantId: grant.grant_id }}
            className="underline-offset-2 hover:underline"
          >
            {coverOf(grant)}
          </Link>
        </h3>
        <StateBadge grant={grant} />
      </div>
      <StopButton grant={grant} onStop={onStop} />
      <div className="col-span-2">
        <GrantFacts grant={grant} />
      </div>
    </li>
  );
}
