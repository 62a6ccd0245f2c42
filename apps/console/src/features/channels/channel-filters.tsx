import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Field, Select } from '../../components/ui/form/field.js';
import { FilterTabs } from '../../components/ui/list/filter-tabs.js';
import { SearchInput } from '../../components/ui/form/search-input.js';
import { healthLabel } from '../../components/health-badge.js';
import { platformsQuery } from '../../lib/records/platforms.js';
import { failingQuery, type ChannelSearch } from './queries.js';
import { formatNumber } from '../../lib/language/locale.js';
import { t } from './texts.js';

const states = [
  { value: 'all', label: t.filters.all },
  { value: 'active', label: t.filters.active },
  ...(['ok', 'failing', 'unknown', 'inactive'] as const).map((value) => ({ value, label: healthLabel(value) })),
] as const;

/** The filters of the list. Their values are in the URL. */
export function ChannelFilters({ search }: { readonly search: ChannelSearch }) {
  const navigate = useNavigate({ from: '/channels' });
  const { data: platforms = [] } = useQuery(platformsQuery);
  const { data: failing = 0 } = useQuery(failingQuery);
  const change = (next: Partial<ChannelSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true });
  return (
    <div className="flex flex-wrap items-center gap-2.5 max-sm:grid max-sm:grid-cols-2 max-sm:[&>:is(:first-child,:last-child)]:col-span-2">
      <SearchInput
        label={t.filters.search}
        value={search.q ?? ''}
        onSearch={(q) => change({ q: q === '' ? undefined : q })}
      />
      <Field label={t.filters.platform} bare>
        <Select
          className="sm:!w-auto"
          value={search.platform ?? ''}
          onChange={({ target }) => change({ platform: target.value === '' ? undefined : target.value })}
        >
          <option value="">{t.filters.allPlatforms}</option>
          {platforms.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t.filters.type} bare>
        <Select
          className="sm:!w-auto"
          value={search.type ?? ''}
          onChange={({ target }) =>
            change({ type: target.value === '' ? undefined : (target.value as NonNullable<ChannelSearch['type']>) })
          }
        >
          <option value="">{t.filters.allTypes}</option>
          <option value="PROMPT">{t.types.PROMPT}</option>
          <option value="MESSAGE">{t.types.MESSAGE}</option>
        </Select>
      </Field>
      <FilterTabs
        label={t.filters.state}
        value={search.state ?? 'all'}
        onChoose={(state) => change({ state: state === 'all' ? undefined : state })}
        options={states.map(({ value, label }) => ({
          value,
          label: value === 'failing' && failing > 0 ? `${label} ${formatNumber(failing)}` : label,
        }))}
      />
    </div>
  );
}
