import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { BellRing, Pause, Play, Webhook } from 'lucide-react';
import { useState } from 'react';
import { exportDeliveries } from '@gateway/contract/values';
import { ExportMenu } from '../../components/export-menu.js';
import { SavedViews } from '../../components/saved-views/saved-views.js';
import { Button, buttonLook } from '../../components/ui/button.js';
import { Card } from '../../components/ui/card.js';
import { MoreRows } from '../../components/ui/list/more-rows.js';
import { Page } from '../../components/ui/page.js';
import { Empty } from '../../components/ui/list/empty.js';
import { Loaded } from '../../components/ui/list/loaded.js';
import { search } from '../../lib/search.js';
import { useShortcuts } from '../../lib/page/shortcuts.js';
import { BulkRetry } from './bulk-retry.js';
import { DeliveryDrawer } from './delivery-drawer.js';
import { DeliveryFilters } from './delivery-filters.js';
import { DeliveryList } from './delivery-list.js';
import { FailingReceivers } from './failing-receivers.js';
import { deliveryFilter, type DeliveryFilter } from './filter.js';
import { furtherFilters } from './filter-text.js';
import { deliveriesQuery, listedBy } from './queries.js';
import { SelectionBar, type Selection } from './selection.js';
import { t } from './texts.js';

const route = getRouteApi('/shell/deliveries');
const readFilter = search(deliveryFilter);

export function DeliveriesPage() {
  const { id, ...filter } = route.useSearch();
  const navigate = useNavigate({ from: '/deliveries' });
  const [paused, setPaused] = useState(false);
  const deliveries = useInfiniteQuery({
    ...deliveriesQuery(filter),
    // While paused, events still update the shown rows, but the list is not refetched. A list without data is fetched once.
    enabled: ({ state }) => !paused || state.data === undefined,
  });
  const changeFilter = (change: DeliveryFilter) =>
    void navigate({ search: (now) => ({ ...now, ...change }), replace: true });
  const [selected, setSelected] = useSelected(JSON.stringify(readFilter(filter)));
  const selection: Selection = {
    ids: selected,
    toggle: (one) =>
      setSelected(
        selected.has(one) ? new Set([...selected].filter((other) => other !== one)) : new Set([...selected, one]),
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
          <SavedViews page="deliveries" filter={readFilter(filter)} />
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
              <DeliveryList
                rows={rows}
                openId={id}
                selection={selection}
                order={filter.order}
                onOrder={(order) => changeFilter({ order })}
              />
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

const none: ReadonlySet<string> = new Set();

/** The selected rows of a filter. Those of another one are no longer shown, and could not be seen before they are retried. */
function useSelected(filter: string) {
  const [selected, setSelected] = useState({ filter, ids: none });
  return [
    selected.filter === filter ? selected.ids : none,
    (ids: ReadonlySet<string>) => setSelected({ filter, ids }),
  ] as const;
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
