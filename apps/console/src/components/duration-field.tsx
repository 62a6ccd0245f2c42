import { limits } from '@gateway/contract/values';
import { useState } from 'react';
import { Field, Input, Select } from './ui/form/field.js';
import { t as texts } from './texts.js';

const t = texts.durationField;

const units = [
  [t.days, 86_400],
  [t.hours, 3600],
  [t.minutes, 60],
  [t.seconds, 1],
] as const;

interface Props {
  readonly label: string;
  readonly unitLabel: string;
  readonly error?: string | undefined;
  /** Null: none is entered. */
  readonly seconds: number | null;
  readonly optional?: boolean;
  /** The shortest and the longest time in seconds. */
  readonly min?: number;
  readonly max?: number;
  readonly onChange: (seconds: number | null) => void;
}

/** A time with its unit. */
export function DurationField({
  label,
  unitLabel,
  error,
  seconds,
  optional = false,
  min = 1,
  max = limits.ttlSecMax,
  onChange,
}: Props) {
  const [unit, setUnit] = useState<number>(() => units.find(([, length]) => (seconds ?? 60) % length === 0)?.[1] ?? 1);
  return (
    <>
      <Field label={label} error={error} optional={optional} className={optional ? 'min-w-32 flex-1' : 'w-32'}>
        <Input
          type="number"
          required={!optional}
          min={Math.ceil(min / unit)}
          max={Math.floor(max / unit)}
          value={seconds === null || seconds === 0 ? '' : seconds / unit}
          onChange={({ target }) => {
            const isEmpty = target.value === '' && optional;
            onChange(isEmpty ? null : Math.round(Number(target.value) * unit));
          }}
        />
      </Field>
      <Field label={unitLabel} bare className="w-32">
        <Select
          value={unit}
          onChange={({ target }) => {
            setUnit(Number(target.value));
            if (seconds !== null) onChange((seconds / unit) * Number(target.value));
          }}
        >
          {units
            .filter(([, length]) => length <= max)
            .map(([name, length]) => (
              <option key={name} value={length}>
                {name}
              </option>
            ))}
        </Select>
      </Field>
    </>
  );
}
