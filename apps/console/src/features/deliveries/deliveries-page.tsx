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
  { value: 'dead', label: 'Given up' },
] as const;

export function DeliveriesPage() {
  const { id, ...filter } = route.useSearch();
  const navigate = useNavigate({ from: '/deliveries' });
  const [paused, setPaused] = useState(false);
  const deliveries = useInfiniteQuery({
    ...deliveriesQuery(filter),
    // Still: rows keep their places, and only how they stand is renewed. What was never fetched is fetched all the same.
    enabled: ({ state }) => !paused || state.data === undefined,
  });
  const narrow = (change: DeliveryFilter) => void navigate({ search: (now) => ({ ...now, ...change }), replace: true });
  const toggle = () => setPaused((now) => !now);
  useShortcuts([{ key: 'p', label: paused ? 'Follow what happens' : 'Keep the list still', run: toggle }]);
  return (
    <Page
      wide
      title="Deliveries"
      help={
        filter.state === 'dead'
          ? 'What no receiver took by the last attempt. It is kept, and sent again when you say so.'
          : 'Every event that was or is to be posted to your callback addresses.'
      }
      actions={
        <>
          <Button onClick={toggle}>
            {paused ? <Play className="size-4" aria-hidden /> : <Pause className="size-4" aria-hidden />}
            {paused ? 'Follow' : 'Pause'}
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
          onChoose={(state) => narrow({ state: state === 'all' ? undefined : state })}
          options={tabs}
        />
        <ChannelPicker label="Channel" bare value={filter.channel} onChoose={(channel) => narrow({ channel })} />
        <SearchInput
          label="Prompt or event id"
          value={filter.prompt ?? filter.event ?? ''}
          onSearch={(text) => narrow({ prompt: undefined, event: undefined, ...referenceOf(text) })}
        />
      </div>
      {paused && (
        <p role="status" className="text-sm text-soft">
          The list stands still. New callbacks appear when you follow again.
        </p>
      )}
      <Card flush>
        <Loaded query={deliveries}>
          {({ pages }) => {
            const rows = pages.flatMap(({ items }) => items);
            return rows.length === 0 ? <NothingThere filter={filter} /> : <DeliveryList rows={rows} openId={id} />;
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

function NothingThere({ filter }: { readonly filter: DeliveryFilter }) {
  const narrowed = filter.channel !== undefined || filter.prompt !== undefined || filter.event !== undefined;
  if (narrowed) {
    return (
      <Empty icon={BellRing} title="No callback matches">
        Try another state, channel, prompt or event. Delivered callbacks are kept for 30 days.
      </Empty>
    );
  }
  const texts = {
    pending: ['Nothing waits', 'Every callback has been delivered or given up.'],
    dead: [
      'Nothing was given up',
      'Callbacks that no receiver took, however often they were sent, are kept here to be sent again.',
    ],
    delivered: ['Nothing has been delivered yet', 'Answers and messages appear here once a receiver has taken them.'],
    all: [
      'No callbacks yet',
      'One is sent when a prompt with a callback address is answered, and for each message on a message channel.',
    ],
  } as const;
  const [title, text] = texts[filter.state ?? 'all'];
  return (
    <Empty icon={BellRing} title={title}>
      {text}
    </Empty>
  );
}
