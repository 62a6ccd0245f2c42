import type { ChannelPatch } from '@gateway/contract';
import { limits } from '@gateway/contract/values';
import { Controller, type Control } from 'react-hook-form';
import { Field, Input } from '../../../components/ui/form/field.js';
import { useMay } from '../../../lib/session/session.js';
import { t } from '../texts.js';
import type { Edit } from './patch.js';

interface Props {
  readonly control: Control<Edit, unknown, ChannelPatch>;
  readonly errorAt: (field: string) => string | undefined;
}

const fields = [
  { name: 'max_open_per_key', label: t.attention.perKey, help: t.attention.perKeyHelp },
  { name: 'max_open_per_person', label: t.attention.perPerson, help: t.attention.perPersonHelp },
] as const;

/** How many prompts of the channel may be open at the same time. */
export function AttentionFields({ control, errorAt }: Props) {
  const maySet = useMay('policies:write');
  return fields.map(({ name, label, help }) => (
    <Controller
      key={name}
      control={control}
      name={name}
      render={({ field }) => (
        <Field label={label} optional help={maySet ? help : t.attention.ownersOnly} error={errorAt(name)}>
          <Input
            type="number"
            inputMode="numeric"
            min={1}
            max={limits.attentionMax}
            disabled={!maySet}
            value={field.value}
            onChange={field.onChange}
          />
        </Field>
      )}
    />
  ));
}
