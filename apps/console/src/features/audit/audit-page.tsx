import type { AuditEntry } from '@gateway/contract';
import { auditActions, exportAudit } from '@gateway/contract/values';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { History, X } from 'lucide-react';
import { ExportMenu } from '../../components/export-menu.js';
import { SavedViews } from '../../components/saved-views/saved-views.js';
import { Button } from '../../components/ui/button.js';
import { Card } from '../../components/ui/card.js';
import { Field, Input, Select } from '../../components/ui/form/field.js';
import { MoreRows } from '../../components/ui/list/more-rows.js';
import { Page } from '../../components/ui/page.js';
import { SearchInput } from '../../components/ui/form/search-input.js';
import { Empty } from '../../components/ui/list/empty.js';
import { Loaded } from '../../components/ui/list/loaded.js';
import { currentDay } from '../../lib/time/days.js';
import { search } from '../../lib/search.js';
import { ActorFilter } from './actor-filter.js';
import { AuditEntries } from './audit-entries.js';
import { auditFilter, type AuditFilter } from './filter.js';
import { periods } from './periods.js';
import { auditQuery, listedBy } from './queries.js';
import { actionName } from './sentences.js';
import { t } from './texts.js';

const route = getRouteApi('/shell/audit');
const readFilter = search(auditFilter);

export function AuditPage() {
  const filter = route.useSearch();
  const navigate = useNavigate({ from: '/audit' });
  const audit = useInfiniteQuery(auditQuery(filter));
  const changeFilter = (change: AuditFilter) =>
    void navigate({ search: (now) => ({ ...now, ...change }), replace: true });
  const { order, ...limits } = filter;
  const isFiltered = Object.values(limits).some((value) => value !== undefined);
  const actions: readonly string[] =
    filter.action === undefined || (auditActions as readonly string[]).includes(filter.action)
      ? auditActions
      : [...auditActions, filter.action];
  return (
    <Page
      title={t.title}
      help={t.help}
      actions={
        <>
          <SavedViews page="audit" filter={readFilter(filter)} />
          <ExportMenu route={exportAudit} scope="audit:read" query={listedBy(filter)} what="audit" />
        </>
      }
    >
      <div className="grid grid-cols-2 items-center gap-2.5 sm:flex sm:flex-wrap">
        <Field label={t.filters.action} bare>
          <Select
            value={filter.action ?? ''}
            onChange={({ target }) => changeFilter({ action: target.value || undefined })}
          >
            <option value="">{t.filters.allActions}</option>
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
            label={t.filters.resource}
            value={filter.resource ?? ''}
            onSearch={(text) => changeFilter({ resource: text || undefined })}
          />
        </div>
        <div className="contents sm:flex sm:gap-2.5">
          <PeriodField filter={filter} onChoose={changeFilter} />
          <DayField
            label={t.filters.from}
            value={filter.from}
            max={filter.to}
            onChoose={(from) => changeFilter({ from })}
          />
          <DayField label={t.filters.to} value={filter.to} min={filter.from} onChoose={(to) => changeFilter({ to })} />
        </div>
        <Field label={t.filters.order} bare>
          <Select
            value={order ?? 'newest'}
            onChange={({ target }) => changeFilter({ order: target.value === 'oldest' ? 'oldest' : undefined })}
          >
            <option value="newest">{t.filters.newest}</option>
            <option value="oldest">{t.filters.oldest}</option>
          </Select>
        </Field>
        {isFiltered && (
          <Button look="ghost" onClick={() => void navigate({ search: { order }, replace: true })}>
            <X className="size-4" aria-hidden />
            {t.filters.clear}
          </Button>
        )}
      </div>
      <Card flush>
        <Loaded query={audit}>
          {({ pages }) => {
            const entries = pages.flatMap(({ items }) => items);
            return entries.length === 0 ? (
              <Empty icon={History} title={isFiltered ? t.empty.filteredTitle : t.empty.title}>
                {isFiltered ? t.empty.filteredText : t.empty.text}
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

interface PeriodProps {
  readonly filter: AuditFilter;
  readonly onChoose: (period: Pick<AuditFilter, 'from' | 'to'>) => void;
}

function PeriodField({ filter, onChoose }: PeriodProps) {
  const offered = Object.entries(periods(currentDay()));
  const chosen = offered.find(([, { from, to }]) => from === filter.from && to === filter.to)?.[0];
  const isOther = chosen === undefined && (filter.from ?? filter.to) !== undefined;
  return (
    <Field label={t.filters.period} bare>
      <Select
        value={chosen ?? (isOther ? 'other' : '')}
        onChange={({ target }) =>
          onChoose(offered.find(([name]) => name === target.value)?.[1] ?? { from: undefined, to: undefined })
        }
      >
        <option value="">{t.periods.all}</option>
        {offered.map(([name]) => (
          <option key={name} value={name}>
            {t.periods[name as keyof ReturnType<typeof periods>]}
          </option>
        ))}
        {isOther && <option value="other">{t.periods.other}</option>}
      </Select>
    </Field>
  );
}

interface DayProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly onChoose: (day: string | undefined) => void;
}

function DayField({ label, value, onChoose, ...range }: DayProps) {
  return (
    <Field label={label} className="sm:flex sm:items-center sm:gap-2">
      <Input
        type="date"
        value={value ?? ''}
        {...range}
        onChange={({ target }) => onChoose(target.value || undefined)}
        className="sm:!w-auto"
      />
    </Field>
  );
}
