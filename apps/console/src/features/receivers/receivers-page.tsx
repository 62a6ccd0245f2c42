import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Webhook } from 'lucide-react';
import { Card } from '../../components/ui/card.js';
import { FilterTabs } from '../../components/ui/list/filter-tabs.js';
import { MoreRows } from '../../components/ui/list/more-rows.js';
import { Page } from '../../components/ui/page.js';
import { Empty } from '../../components/ui/list/empty.js';
import { Loaded } from '../../components/ui/list/loaded.js';
import { useRoomForTable } from '../../lib/records/media.js';
import { bounded, windows } from './format.js';
import { receiversQuery, type ReceiverDetail } from './queries.js';
import { OpenLink, State } from './receiver-parts.js';
import { ReceiverTable } from './receiver-table.js';
import { t } from './texts.js';

const route = getRouteApi('/shell/receivers');

/** Every receiver of callbacks. */
export function ReceiversPage() {
  const { window = '24h', sort } = route.useSearch();
  const navigate = useNavigate({ from: '/receivers' });
  const receivers = useInfiniteQuery(receiversQuery(window));
  const asTable = useRoomForTable();
  const onSort = (next: string | undefined) =>
    void navigate({ search: (search) => ({ ...search, sort: next }), replace: true });
  return (
    <Page title={t.title} back={{ to: '/deliveries', label: t.deliveries }} help={t.help}>
      <FilterTabs
        label={t.time}
        value={window}
        options={windows}
        onChoose={(next) =>
          void navigate({
            search: (search) => ({ ...search, window: next === '24h' ? undefined : next }),
            replace: true,
          })
        }
      />
      <Card flush>
        <Loaded query={receivers}>
          {({ pages }) => {
            const rows = pages.flatMap(({ items }) => items);
            if (rows.length > 0 && asTable)
              return <ReceiverTable rows={rows} sort={sort} onSort={onSort} query={receivers} />;
            if (rows.length > 0) return <ReceiverRows rows={rows} />;
            return (
              <Empty icon={Webhook} title={t.empty.title}>
                {t.empty.text}
              </Empty>
            );
          }}
        </Loaded>
        <MoreRows query={receivers} />
      </Card>
    </Page>
  );
}

interface Props {
  readonly rows: readonly ReceiverDetail[];
}

function ReceiverRows({ rows }: Props) {
  return (
    <ul>
      {rows.map((receiver) => (
        <li
          key={receiver.id}
          className="relative grid grid-cols-[minmax(0,1fr)] gap-1 border-b border-line px-4 py-3 text-sm last:border-0 hover:bg-hover"
        >
          <OpenLink receiver={receiver} />
          <span className="flex items-center justify-between gap-3 text-[0.8125rem] text-soft">
            <span>{t.counts(bounded(receiver.pending_count), bounded(receiver.dead_count))}</span>
            <State receiver={receiver} />
          </span>
        </li>
      ))}
    </ul>
  );
}
