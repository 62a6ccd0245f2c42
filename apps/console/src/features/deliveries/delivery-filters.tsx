import { callbackTypes } from '@gateway/contract/values';
import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { ChannelPicker } from '../../components/channel-picker.js';
import { Button } from '../../components/ui/button.js';
import { Field, Input, Select } from '../../components/ui/form/field.js';
import { FilterTabs } from '../../components/ui/list/filter-tabs.js';
import { SearchInput } from '../../components/ui/form/search-input.js';
import { deliveryBadges } from '../../lib/records/delivery-badges.js';
import { isoOf, localOf } from '../../lib/time/local-time.js';
import type { DeliveryFilter } from './filter.js';
import { furtherFilters, urlFilter } from './filter-text.js';
import { eventName, referenceOf } from './format.js';
import { t } from './texts.js';

const tabs = [
  { value: 'all', label: t.filters.all },
  { value: 'pending', label: deliveryBadges.pending.label },
  { value: 'delivered', label: deliveryBadges.delivered.label },
  { value: 'dead', label: deliveryBadges.dead.label },
] as const;

const responses = ['2xx', '3xx', '4xx', '5xx', 'none'] as const;

interface Props {
  readonly filter: DeliveryFilter;
  readonly onChange: (change: DeliveryFilter) => void;
}

/** The filters of the list. The less common ones are in a second row. */
export function DeliveryFilters({ filter, onChange }: Props) {
  const further = furtherFilters(filter);
  const [open, setOpen] = useState(further > 0);
  return (
    <div className="grid grid-cols-1 gap-2.5">
      <div className="flex flex-wrap items-center gap-2.5">
        <FilterTabs
          label={t.filters.state}
          value={filter.state ?? 'all'}
          onChoose={(state) => onChange({ state: state === 'all' ? undefined : state })}
          options={tabs}
        />
        <ChannelPicker
          label={t.filters.channel}
          bare
          value={filter.channel}
          onChoose={(channel) => onChange({ channel })}
        />
        <SearchInput
          label={t.filters.reference}
          value={filter.prompt ?? filter.event ?? ''}
          onSearch={(text) => onChange({ prompt: undefined, event: undefined, ...referenceOf(text) })}
        />
        <Button aria-expanded={open} onClick={() => setOpen((now) => !now)}>
          <SlidersHorizontal className="size-4" aria-hidden />
          {further === 0 ? t.filters.more : t.filters.moreSet(further)}
        </Button>
      </div>
      {open && <FurtherFilters filter={filter} onChange={onChange} />}
    </div>
  );
}

function FurtherFilters({ filter, onChange }: Props) {
  const isKnown = filter.status === undefined || responses.some((value) => value === filter.status);
  return (
    <div className="grid gap-3 rounded-card border border-line bg-card p-4 sm:grid-cols-2 xl:grid-cols-4">
      <div className="grid content-start gap-1.5 sm:col-span-2 xl:col-span-4">
        <span className="text-sm font-medium" aria-hidden>
          {t.filters.url}
        </span>
        <SearchInput
          label={t.filters.url}
          wide
          value={filter.url ?? ''}
          onSearch={(text) => onChange({ url: urlFilter(text) })}
        />
      </div>
      <Field label={t.filters.response}>
        <Select value={filter.status ?? ''} onChange={({ target }) => onChange({ status: target.value || undefined })}>
          <option value="">{t.filters.any}</option>
          {responses.map((value) => (
            <option key={value} value={value}>
              {t.filters.responses[value]}
            </option>
          ))}
          {!isKnown && <option value={filter.status}>{filter.status}</option>}
        </Select>
      </Field>
      <Field label={t.filters.event}>
        <Select
          value={filter.type ?? ''}
          onChange={({ target }) => onChange({ type: callbackTypes.find((type) => type === target.value) })}
        >
          <option value="">{t.filters.any}</option>
          {callbackTypes.map((type) => (
            <option key={type} value={type}>
              {eventName(type)}
            </option>
          ))}
        </Select>
      </Field>
      <TimeField label={t.filters.since} value={filter.since} onChoose={(since) => onChange({ since })} />
      <TimeField label={t.filters.until} value={filter.until} onChoose={(until) => onChange({ until })} />
    </div>
  );
}

interface TimeProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChoose: (value: string | undefined) => void;
}

function TimeField({ label, value, onChoose }: TimeProps) {
  return (
    <Field label={label}>
      <Input
        type="datetime-local"
        value={value === undefined ? '' : localOf(value)}
        onChange={({ target }) => onChoose(isoOf(target.value))}
      />
    </Field>
  );
}
