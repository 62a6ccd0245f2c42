import type { GroupRecord } from '@gateway/contract';
import { useNavigate } from '@tanstack/react-router';
import { Field, Select } from '../../components/ui/form/field.js';
import { SearchInput } from '../../components/ui/form/search-input.js';
import { FilterTabs } from '../../components/ui/list/filter-tabs.js';
import { findGroups } from '../../lib/records/find-people.js';
import type { PeopleSearch } from './route.js';
import { t } from './texts.js';

const tabs = [
  { value: 'people', label: t.title },
  { value: 'groups', label: t.groups.title },
] as const;

interface Props {
  readonly tab: 'people' | 'groups';
  readonly q: string;
  readonly group: string | undefined;
  readonly groups: readonly GroupRecord[];
}

/** The tabs and the filters. Their values are in the address. */
export function PeopleFilters({ tab, q, group, groups }: Props) {
  const navigate = useNavigate({ from: '/people' });
  const change = (next: PeopleSearch) => void navigate({ search: (before) => ({ ...before, ...next }), replace: true });
  return (
    <div className="flex flex-wrap items-center gap-2.5">
      <FilterTabs
        label={t.filters.tab}
        value={tab}
        options={tabs}
        onChoose={(next) => void navigate({ search: next === 'people' ? {} : { tab: next }, replace: true })}
      />
      <SearchInput
        key={tab}
        label={t.filters.search[tab]}
        value={q}
        onSearch={(next) => change({ q: next === '' ? undefined : next })}
      />
      {tab === 'people' && (groups.length > 0 || group !== undefined) && (
        <Field label={t.filters.group} bare className="max-sm:w-full">
          <Select
            className="sm:!w-auto sm:max-w-60"
            value={group ?? ''}
            onChange={({ target }) => change({ group: target.value === '' ? undefined : target.value })}
          >
            <option value="">{t.filters.allGroups}</option>
            {findGroups(groups, '').map(({ group_id, name }) => (
              <option key={group_id} value={group_id}>
                {name}
              </option>
            ))}
            {group !== undefined && !groups.some(({ group_id }) => group_id === group) && (
              <option value={group}>{group}</option>
            )}
          </Select>
        </Field>
      )}
    </div>
  );
}
