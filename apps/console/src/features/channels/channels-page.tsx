import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Plus, RadioTower } from 'lucide-react';
import { Button, buttonLook } from '../../components/ui/button.js';
import { Card } from '../../components/ui/card.js';
import { MoreRows } from '../../components/ui/list/more-rows.js';
import { Page } from '../../components/ui/page.js';
import { Empty } from '../../components/ui/list/empty.js';
import { Loaded } from '../../components/ui/list/loaded.js';
import { Notice } from '../../components/ui/notice.js';
import { useRoomForWideTable } from '../../lib/records/media.js';
import { useMay } from '../../lib/session/session.js';
import { ChannelFilters } from './channel-filters.js';
import { ChannelRow } from './channel-row.js';
import { ChannelTable } from './channel-table.js';
import { channelsQuery, failingQuery, type ChannelSearch } from './queries.js';
import { t } from './texts.js';

const route = getRouteApi('/shell/channels');

export function ChannelsPage() {
  const { sort, ...search } = route.useSearch();
  const navigate = useNavigate({ from: '/channels' });
  const asTable = useRoomForWideTable();
  const onSort = (next: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, sort: next }), replace: true });
  const query = useInfiniteQuery(channelsQuery(search));
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  return (
    <Page title={t.title} help={t.help} actions={<AddChannel />}>
      <Failing search={search} />
      <ChannelFilters search={search} />
      <Card flush>
        <Loaded query={query}>
          {({ pages }) => {
            const rows = pages.flatMap((page) => page.items);
            if (rows.length === 0) return isFiltered ? <NoneFound /> : <NoneYet />;
            return (
              <>
                {asTable ? (
                  <ChannelTable rows={rows} sort={sort} onSort={onSort} query={query} />
                ) : (
                  <ul aria-label={t.title}>
                    {rows.map((channel) => (
                      <ChannelRow key={channel.channel_id} channel={channel} />
                    ))}
                  </ul>
                )}
                <MoreRows query={query} />
              </>
            );
          }}
        </Loaded>
      </Card>
    </Page>
  );
}

/** Shown above the list, because the list is ordered by creation time. */
function Failing({ search }: { readonly search: ChannelSearch }) {
  const { data: failing = 0 } = useQuery(failingQuery);
  if (failing === 0 || search.state === 'failing') return null;
  return (
    <Notice tone="bad">
      <p className="flex flex-wrap justify-between gap-x-4 gap-y-1">
        {t.failing(failing)}
        <Link to="/channels" search={{ state: 'failing' }} className="font-medium underline underline-offset-2">
          {t.showFailing}
        </Link>
      </p>
    </Notice>
  );
}

function AddChannel() {
  const may = useMay('channels:write');
  const content = (
    <>
      <Plus className="size-4" aria-hidden />
      {t.add}
    </>
  );
  if (!may) {
    return (
      <Button look="primary" disabledReason={t.mayNotAdd}>
        {content}
      </Button>
    );
  }
  return (
    <Link to="/channels/+new" className={buttonLook('primary')}>
      {content}
    </Link>
  );
}

function NoneFound() {
  const navigate = useNavigate();
  return (
    <Empty title={t.noneFound.title}>
      <p>{t.noneFound.help}</p>
      <Button size="small" onClick={() => void navigate({ to: '/channels', search: {} })}>
        {t.noneFound.showAll}
      </Button>
    </Empty>
  );
}

function NoneYet() {
  return (
    <Empty icon={RadioTower} title={t.noneYet.title}>
      <p>{t.noneYet.help}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <AddChannel />
        <Link to="/" search={{ try: true }} className={buttonLook()}>
          {t.noneYet.tryIt}
        </Link>
      </div>
    </Empty>
  );
}
