import { auditActions, exportAudit, type AuditEntry } from '@gateway/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { History, X } from 'lucide-react';
import { ExportMenu } from '../../components/export-menu.js';
import { Button } from '../../components/ui/button.js';
import { Card } from '../../components/ui/card.js';
import { Field, Select } from '../../components/ui/field.js';
import { MoreRows } from '../../components/ui/more-rows.js';
import { Page } from '../../components/ui/page.js';
import { SearchInput } from '../../components/ui/search-input.js';
import { Empty, Loaded } from '../../components/ui/states.js';
import { ActorFilter } from './actor-filter.js';
import { AuditEntries } from './audit-entries.js';
import { auditQuery, listedBy, type AuditFilter } from './queries.js';
import { actionName } from './sentences.js';

const route = getRouteApi('/shell/audit');

export function AuditPage() {
  const filter = route.useSearch();
  const navigate = useNavigate({ from: '/audit' });
  const audit = useInfiniteQuery(auditQuery(filter));
  const changeFilter = (change: AuditFilter) =>
    void navigate({ search: (now) => ({ ...now, ...change }), replace: true });
  const isFiltered = filter.action !== undefined || filter.actor !== undefined || filter.resource !== undefined;
  const actions: readonly string[] =
    filter.action === undefined || (auditActions as readonly string[]).includes(filter.action)
      ? auditActions
      : [...auditActions, filter.action];
  return (
    <Page
      title="Audit log"
      help="Who changed what, when and from where. Entries cannot be edited."
      actions={<ExportMenu route={exportAudit} scope="audit:read" query={listedBy(filter)} what="audit" />}
    >
      <div className="grid grid-cols-2 items-center gap-2.5 sm:flex sm:flex-wrap">
        <Field label="Action" bare>
          <Select
            value={filter.action ?? ''}
            onChange={({ target }) => changeFilter({ action: target.value || undefined })}
          >
            <option value="">All actions</option>
            {actions.map((action) => (
              <option key={action} value={action}>
                {actionName(action)}
              </option>
            ))}
          </Select>
        </Field>
        <ActorFilter
          value={filter.actor}
          name={nameOf(audit.data, filter.actor)}
          onChoose={(actor) => changeFilter({ actor })}
        />
        <div className="flex max-sm:col-span-2 sm:w-64">
          <SearchInput
            wide
            label="Resource id"
            value={filter.resource ?? ''}
            onSearch={(text) => changeFilter({ resource: text || undefined })}
          />
        </div>
        {isFiltered && (
          <Button
            look="ghost"
            onClick={() => changeFilter({ action: undefined, actor: undefined, resource: undefined })}
          >
            <X className="size-4" aria-hidden />
            Clear
          </Button>
        )}
      </div>
      <Card flush>
        <Loaded query={audit}>
          {({ pages }) => {
            const entries = pages.flatMap(({ items }) => items);
            return entries.length === 0 ? (
              <Empty icon={History} title={isFiltered ? 'No matching entries' : 'No entries yet'}>
                {isFiltered
                  ? 'Enter the full id: a channel id, #12 for a prompt, or the id of a key.'
                  : 'Changes to channels, keys, settings and operators appear here.'}
              </Empty>
            ) : (
              <AuditEntries entries={entries} />
            );
          }}
        </Loaded>
        <MoreRows query={audit} />
      </Card>
    </Page>
  );
}

function nameOf(log: { readonly pages: readonly { readonly items: readonly AuditEntry[] }[] } | undefined, actor = '') {
  const entries = log?.pages.flatMap(({ items }) => items) ?? [];
  return entries.find((entry) => entry.actor.id === actor)?.actor.name ?? undefined;
}
