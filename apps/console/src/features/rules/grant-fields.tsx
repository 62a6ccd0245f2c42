import { grantLimits } from '@gateway/contract/values';
import { DurationField } from '../../components/duration-field.js';
import { Check, Field, Input, Textarea } from '../../components/ui/form/field.js';
import { firstGrants, type GrantValues } from './draft.js';
import { t as texts } from './texts.js';

const t = texts.grants;

interface Props {
  /** Null: none are offered. */
  readonly grants: GrantValues | null;
  readonly errorAt: (field: string) => string | undefined;
  readonly onChange: (grants: GrantValues | null) => void;
}

/** Whether who approves can approve the next actions like it, too. */
export function GrantFields({ grants, errorAt, onChange }: Props) {
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <legend className="mb-1.5 text-[0.9375rem] font-semibold">{t.title}</legend>
      <Check
        label={t.offer}
        help={t.offerHelp}
        checked={grants !== null}
        onChange={({ target }) => onChange(target.checked ? firstGrants : null)}
      />
      {grants !== null && (
        <>
          <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
            <div className="flex flex-wrap items-end gap-2">
              <DurationField
                label={t.time}
                unitLabel={t.timeUnit}
                seconds={grants.max_sec}
                min={grantLimits.secMin}
                max={grantLimits.secMax}
                error={errorAt('then.grants.max_sec')}
                onChange={(max_sec) => onChange({ ...grants, max_sec })}
              />
            </div>
            <Field label={t.uses} error={errorAt('then.grants.max_uses')} className="w-32">
              <Input
                type="number"
                required
                min={1}
                max={grantLimits.usesMax}
                value={grants.max_uses ?? ''}
                onChange={({ target }) =>
                  onChange({ ...grants, max_uses: target.value === '' ? null : Number(target.value) })
                }
              />
            </Field>
          </div>
          <Field label={t.same} help={t.sameHelp} error={errorAt('then.grants.same')}>
            <Textarea
              className="font-mono"
              rows={2}
              spellCheck={false}
              value={grants.same}
              onChange={({ target }) => onChange({ ...grants, same: target.value })}
            />
          </Field>
        </>
      )}
    </fieldset>
  );
}
