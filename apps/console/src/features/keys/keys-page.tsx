import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/ui/button.js';
import { Card } from '../../components/ui/card.js';
import { Filled } from '../../components/ui/form/filled.js';
import { FilterTabs } from '../../components/ui/list/filter-tabs.js';
import { MoreRows } from '../../components/ui/list/more-rows.js';
import { Page } from '../../components/ui/page.js';
import { Empty } from '../../components/ui/list/empty.js';
import { Loaded } from '../../components/ui/list/loaded.js';
import { Notice } from '../../components/ui/notice.js';
import { useMay, useSession } from '../../lib/session/session.js';
import { useNow } from '../../lib/time/time.js';
import { KeyList } from './key-list.js';
import { keysQuery } from './queries.js';
import { RevokeDialog } from './revoke-dialog.js';
import { RollDialog } from './roll-dialog.js';
import { stateOf } from './rights.js';
import { NewKeyDialog } from './new-key-dialog.js';
import type { CreatedKey, Task } from './tasks.js';
import { t } from './texts.js';
import { lazyDialog } from '../../lib/load/lazy-dialog.js';

const CreateDialog = lazyDialog(async () => (await import('./create-dialog.js')).CreateDialog);

const route = getRouteApi('/shell/keys');

export function KeysPage() {
  const { all = false, create = false, sort } = route.useSearch();
  const navigate = useNavigate({ from: '/keys' });
  const keys = useInfiniteQuery(keysQuery);
  const now = useNow();
  const may = useMay('keys:write');
  const { gateway } = useSession();
  const [task, setTask] = useState<Task | null>(null);
  // Kept in this component's state only, until the dialog is closed.
  const [created, setCreated] = useState<{ readonly key: CreatedKey; readonly rolled: boolean } | null>(null);
  const setCreate = (open: boolean) =>
    void navigate({ search: (search) => ({ ...search, create: open || undefined }), replace: true });
  const onSort = (next: string | undefined) =>
    void navigate({ search: (search) => ({ ...search, sort: next }), replace: true });
  const disabledReason = may ? null : t.ownersOnly;
  const createButton = (
    <Button look="primary" disabledReason={disabledReason} onClick={() => setCreate(true)}>
      <Plus className="size-4" aria-hidden />
      {t.createKey}
    </Button>
  );
  return (
    <Page title={t.title} help={t.help} actions={createButton}>
      {!gateway.auth && (
        <Notice>
          <Filled text={t.authOff} parts={{ setting: <code>USE_AUTH=true</code> }} />
        </Notice>
      )}
      <FilterTabs
        label={t.state}
        value={all ? 'all' : 'usable'}
        onChoose={(value) =>
          void navigate({ search: (search) => ({ ...search, all: value === 'all' || undefined }), replace: true })
        }
        options={[
          { value: 'usable', label: t.active },
          { value: 'all', label: t.all },
        ]}
      />
      <Card flush>
        <Loaded query={keys}>
          {({ pages }) => {
            const every = pages.flatMap(({ items }) => items);
            const shown = all ? every : every.filter((key) => ['active', 'expiring'].includes(stateOf(key, now)));
            if (shown.length > 0)
              return (
                <KeyList
                  rows={shown}
                  now={now}
                  disabledReason={disabledReason}
                  onTask={setTask}
                  sort={sort}
                  onSort={onSort}
                  query={keys}
                />
              );
            if (keys.hasNextPage) return null;
            return (
              <Empty icon={KeyRound} title={every.length === 0 ? t.empty.none : t.empty.noneActive}>
                <p>{t.empty.why}</p>
                {createButton}
              </Empty>
            );
          }}
        </Loaded>
        <MoreRows query={keys} />
      </Card>
      {create && may && (
        <CreateDialog
          onClose={() => setCreate(false)}
          onCreated={(key) => {
            setCreated({ key, rolled: false });
            setCreate(false);
          }}
        />
      )}
      {task?.kind === 'roll' && (
        <RollDialog
          apiKey={task.key}
          onClose={() => setTask(null)}
          onCreated={(key) => {
            setCreated({ key, rolled: true });
            setTask(null);
          }}
        />
      )}
      {task?.kind === 'revoke' && <RevokeDialog apiKey={task.key} onClose={() => setTask(null)} />}
      {created !== null && (
        <NewKeyDialog created={created.key} rolled={created.rolled} onDone={() => setCreated(null)} />
      )}
    </Page>
  );
}
