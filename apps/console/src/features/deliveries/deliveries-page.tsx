import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { BellRing, Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { ChannelPicker } from '../../components/channel-picker.js';
import { Button } from '../../components/ui/button.js';
import { Card } from '../../components/ui/card.js';
import { FilterTabs } from '../../components/ui/filter-tabs.js';
import { MoreRows } from '../../components/ui/more-rows.js';
import { Page } from '../../components/ui/page.js';
import { SearchInput } from '../../components/ui/search-input.js';
import { Empty, Loaded } from '../../components/ui/states.js';
import { useShortcuts } from '../../lib/shortcuts.js';
import { BulkRetry } from './bulk-retry.js';
import { DeliveryDrawer } from './delivery-drawer.js';
import { DeliveryList } from './delivery-list.js';
import { FailingReceivers } from './failing-receivers.js';
import { deliveriesQuery, type DeliveryFilter } from './queries.js';
import { referenceOf } from './format.js';

const route = getRouteApi('/shell/deliveries');

const tabs = [
  { value: 'all', label: 'All' },
  { value: 'pending', label: 'Pending' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'dead', label: 'Dead' },
] as const;

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
  const toggle = () => setPaused((now) => !now);
  useShortcuts([{ key: 'p', label: paused ? 'Resume updates' : 'Pause updates', run: toggle }]);
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
            {paused ? 'Resume' : 'Pause'}
          </Button>
          <BulkRetry filter={filter} />
        </>
      }
    >
      <FailingReceivers />
      <div className="flex flex-wrap items-center gap-2.5">
        <FilterTabs
          label="State"
          value={filter.state ?? 'all'}
          onChoose={(state) => changeFilter({ state: state === 'all' ? undefined : state })}
          options={tabs}
        />
        <ChannelPicker label="Channel" bare value={filter.channel} onChoose={(channel) => changeFilter({ channel })} />
        <SearchInput
          label="Prompt or event id"
          value={filter.prompt ?? filter.event ?? ''}
          onSearch={(text) => changeFilter({ prompt: undefined, event: undefined, ...referenceOf(text) })}
        />
      </div>
      {paused && (
        <p role="status" className="text-sm text-soft">
          Updates are paused. New deliveries appear when you resume.
        </p>
      )}
      <Card flush>
        <Loaded query={deliveries}>
          {({ pages }) => {
            const rows = pages.flatMap(({ items }) => items);
            return rows.length === 0 ? <EmptyList filter={filter} /> : <DeliveryList rows={rows} openId={id} />;
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
  const isFiltered = filter.channel !== undefined || filter.prompt !== undefined || filter.event !== undefined;
  if (isFiltered) {
    return (
      <Empty icon={BellRing} title="No matching deliveries">
        Change the state, channel, prompt or event. Delivered callbacks are kept for 30 days.
      </Empty>
    );
  }
  const texts = {
    pending: ['No pending deliveries', 'Every callback is delivered or dead.'],
    dead: ['No dead deliveries', 'Callbacks whose last attempt failed are kept here and can be retried.'],
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
