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
  useShortcuts([{ key: 'p', label: paused ? 'Resume list updates' : 'Pause list updates', run: toggle }]);
  return (
    <Page
      wide
      title="Deliveries"
      help={
        filter.state === 'dead'
          ? 'Deliveries whose last attempt failed. They are kept and can be retried.'
          : 'Every event that is or was posted to your callback URLs.'
      }
      actions={
        <>
          <Button onClick={toggle}>
            {paused ? <Play className="size-4" aria-hidden /> : <Pause className="size-4" aria-hidden />}
            {paused ? 'Resume list updates' : 'Pause list updates'}
          </Button>
          <Link to="/receivers" className={buttonLook()}>
            <Webhook className="size-4" aria-hidden />
            Receivers
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
          List updates are paused. Deliveries are still made; new ones appear here when you resume.
        </p>
      )}
      <SelectionBar ids={selected} onClear={() => setSelected(new Set())} />
      <Card flush>
        <Loaded query={deliveries}>
          {({ pages }) => {
            const rows = pages.flatMap(({ items }) => items);
            // The next page of a filter may have the first match; it is fetched below.
            if (rows.length === 0 && deliveries.hasNextPage)
              return <p className="p-5 text-sm text-soft">Searching older deliveries…</p>;
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
  if (isFiltered) {
    return (
      <Empty icon={BellRing} title="No matching deliveries">
        Change the filters. Delivered callbacks are kept for 30 days.
      </Empty>
    );
  }
  const texts = {
    pending: ['No deliveries in the queue', 'Every callback was delivered or has failed.'],
    dead: ['No failed deliveries', 'Callbacks whose last attempt failed are kept here and can be retried.'],
    delivered: ['No delivered callbacks yet', 'Callbacks appear here when a receiver has accepted them.'],
    all: [
      'No deliveries yet',
      'A callback is sent when a prompt with a callback URL is answered, and for each message on a message channel.',
    ],
  } as const;
  const [title, text] = texts[filter.state ?? 'all'];
  return (
    <Empty icon={BellRing} title={title}>
      {text}
    </Empty>
  );
}
