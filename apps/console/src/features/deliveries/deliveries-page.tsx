import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { BellRing, Pause, Play, Webhook } from 'lucide-react';
import { useState } from 'react';
import { exportDeliveries } from '@gateway/contract';
import { ExportMenu } from '../../components/export-menu.js';
import { Button, buttonLook } from '../../components/ui/button.js';
import { Card } from '../../components/ui/card.js';
import { MoreRows } from '../../components/ui/more-rows.js';
import { Page } from '../../components/ui/page.js';
import { Empty, Loaded } from '../../components/ui/states.js';
import { useShortcuts } from '../../lib/shortcuts.js';
import { BulkRetry } from './bulk-retry.js';
import { DeliveryDrawer } from './delivery-drawer.js';
import { DeliveryFilters } from './delivery-filters.js';
import { DeliveryList } from './delivery-list.js';
import { FailingReceivers } from './failing-receivers.js';
import type { DeliveryFilter } from './filter.js';
import { furtherFilters } from './filter-text.js';
import { deliveriesQuery, listedBy } from './queries.js';
import { SelectionBar, type Selection } from './selection.js';
import { t } from './texts.js';

const route = getRouteApi('/shell/deliveries');

export function DeliveriesPage() {
  const { id, ...filter } = route.useSearch();
  const navigate = useNavigate({ from: '/deliveries' });
  const [paused, setPaused] = useState(false);
  const deliveries = useInfiniteQuery({
    ...deliveriesQuery(filter),
    // While paused, events still update the shown rows, but the list is not refetched. A list without data is fetched once.
    enabled: ({ state }) => !paused || state.data === undefined,
  });
  const changeFilter = (change: DeliveryFilter) => {
    // A selection of rows that are no longer shown could not be seen before it is retried.
    setSelected(new Set());
    void navigate({ search: (now) => ({ ...now, ...change }), replace: true });
  };
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const selection: Selection = {
    ids: selected,
    toggle: (one) =>
      setSelected((now) =>
        now.has(one) ? new Set([...now].filter((other) => other !== one)) : new Set([...now, one]),
      ),
  };
  const toggle = () => setPaused((now) => !now);
  useShortcuts([{ key: 'p', label: paused ? t.list.resume : t.list.pause, run: toggle }]);
  return (
    <Page
      title={t.title}
      help={filter.state === 'dead' ? t.helpFailed : t.help}
      actions={
        <>
          <Button onClick={toggle}>
            {paused ? <Play className="size-4" aria-hidden /> : <Pause className="size-4" aria-hidden />}
            {paused ? t.list.resume : t.list.pause}
          </Button>
          <Link to="/receivers" className={buttonLook()}>
            <Webhook className="size-4" aria-hidden />
            {t.receivers}
          </Link>
          <BulkRetry filter={filter} />
          <ExportMenu route={exportDeliveries} scope="deliveries:read" query={listedBy(filter)} what="deliveries" />
        </>
      }
    >
      <FailingReceivers />
      <DeliveryFilters filter={filter} onChange={changeFilter} />
      {paused && (
        <p role="status" className="text-sm text-soft">
          {t.list.paused}
        </p>
      )}
      <SelectionBar ids={selected} onClear={() => setSelected(new Set())} />
      <Card flush>
        <Loaded query={deliveries}>
          {({ pages }) => {
            const rows = pages.flatMap(({ items }) => items);
            // The next page of a filter may have the first match; it is fetched below.
            if (rows.length === 0 && deliveries.hasNextPage)
              return <p className="p-5 text-sm text-soft">{t.searching}</p>;
            return rows.length === 0 ? (
              <EmptyList filter={filter} />
            ) : (
              <DeliveryList rows={rows} openId={id} selection={selection} />
            );
          }}
        </Loaded>
        <MoreRows query={deliveries} />
      </Card>
      {id !== undefined && (
        <DeliveryDrawer id={id} onClose={() => void navigate({ search: (now) => ({ ...now, id: undefined }) })} />
      )}
    </Page>
  );
}

function EmptyList({ filter }: { readonly filter: DeliveryFilter }) {
  const isFiltered = (filter.channel ?? filter.prompt ?? filter.event) !== undefined || furtherFilters(filter) > 0;
  const { title, text } = isFiltered ? t.empty.filtered : t.empty[filter.state ?? 'all'];
  return (
    <Empty icon={BellRing} title={title}>
      {text}
    </Empty>
  );
}
