import type { AuditEntry } from '@gateway/contract';
import { Filled } from '../../components/ui/form/filled.js';
import { formatNumber } from '../../lib/language/locale.js';
import { t } from './texts.js';

type Change = AuditEntry['changes'][number];

/** The changed fields with their values before and after. */
export function Changes({ changes }: { readonly changes: readonly Change[] }) {
  if (changes.length === 0) return null;
  return (
    <ul className="mt-1 grid gap-0.5 border-l-2 border-line pl-2.5 text-[0.8125rem] wrap-anywhere text-soft">
      {changes.map((change) => (
        <li key={change.field}>
          <Filled
            text={'after' in change ? t.entry.change : t.entry.newValue}
            parts={{
              field: nameOf(change.field),
              before: <Value value={change.before} />,
              after: <Value value={change.after} />,
            }}
          />
        </li>
      ))}
    </ul>
  );
}

const nameOf = (field: string) =>
  Object.hasOwn(t.fields, field) ? t.fields[field as keyof typeof t.fields] : <code>{field}</code>;

function Value({ value }: { readonly value: unknown }) {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return t.entry.none;
  return <span className="text-ink">{shown(value)}</span>;
}

function shown(value: unknown) {
  if (typeof value === 'boolean') return value ? t.entry.yes : t.entry.no;
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value === 'string') return <bdi>{value}</bdi>;
  const isWords = Array.isArray(value) && value.every((each) => typeof each === 'string');
  return isWords ? <bdi>{value.join(', ')}</bdi> : <code>{JSON.stringify(value)}</code>;
}
