import type { Role } from '@gateway/contract';
import { roles } from '@gateway/contract/values';
import { useId } from 'react';
import { classes } from '../../components/ui/classes.js';
import { t as common } from '../../lib/language/texts.js';
import { t } from './texts.js';

interface Props {
  readonly value: Role;
  readonly onChoose: (role: Role) => void;
}

/** A radio group of the roles with their descriptions. */
export function RoleChoice({ value, onChoose }: Props) {
  const name = useId();
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-sm font-medium">{t.role.label}</legend>
      {roles.map((role) => (
        <div
          key={role}
          className={classes(
            'relative flex gap-3 rounded-control border px-3.5 py-2.5',
            role === value ? 'border-accent bg-selected' : 'border-line hover:bg-hover',
          )}
        >
          <input
            type="radio"
            id={`${name}-${role}`}
            aria-describedby={`${name}-${role}-description`}
            name={name}
            value={role}
            checked={role === value}
            onChange={() => onChoose(role)}
            className="relative z-10 mt-1 size-4 shrink-0 accent-accent-fill"
          />
          <div className="min-w-0">
            {/* The whole card is clickable. */}
            <label
              htmlFor={`${name}-${role}`}
              className="cursor-pointer text-sm font-medium after:absolute after:inset-0 after:content-['']"
            >
              {common.roles[role]}
            </label>
            <p id={`${name}-${role}-description`} className="text-[0.8125rem] text-soft">
              {t.role[role]}
            </p>
          </div>
        </div>
      ))}
    </fieldset>
  );
}
