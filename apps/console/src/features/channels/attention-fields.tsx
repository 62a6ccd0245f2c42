import { limits } from '@gateway/contract/values';
import { Field, Input } from '../../components/ui/form/field.js';
import { useMay } from '../../lib/session/session.js';
import { t } from './texts.js';

interface Props {
  /** As entered; empty: no limit. */
  readonly perKey: string;
  readonly perPerson: string;
  readonly issueOf: (name: string) => string | undefined;
  readonly onChange: (part: { readonly maxOpenPerKey?: string; readonly maxOpenPerPerson?: string }) => void;
}

/** How many prompts of the channel may be open at the same time. */
export function AttentionFields({ perKey, perPerson, issueOf, onChange }: Props) {
  const maySet = useMay('policies:write');
  const input = (value: string, change: (entered: string) => void) => (
    <Input
      type="number"
      inputMode="numeric"
      min={1}
      max={limits.attentionMax}
      value={value}
      disabled={!maySet}
      onChange={({ target }) => change(target.value)}
    />
  );
  const help = (text: string) => (maySet ? text : t.attention.ownersOnly);
  return (
    <>
      <Field
        label={t.attention.perKey}
        optional
        help={help(t.attention.perKeyHelp)}
        error={issueOf('max_open_per_key')}
      >
        {input(perKey, (maxOpenPerKey) => onChange({ maxOpenPerKey }))}
      </Field>
      <Field
        label={t.attention.perPerson}
        optional
        help={help(t.attention.perPersonHelp)}
        error={issueOf('max_open_per_person')}
      >
        {input(perPerson, (maxOpenPerPerson) => onChange({ maxOpenPerPerson }))}
      </Field>
    </>
  );
}
