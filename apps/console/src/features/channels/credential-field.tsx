import type { PlatformRecord } from '@gateway/contract';
import type { ClipboardEvent } from 'react';
import { Field, Input, Textarea } from '../../components/ui/form/field.js';
import { SecretInput } from '../../components/ui/form/secret-input.js';
import { parsePasted } from './wizard/parse-pasted.js';

type CredentialInfo = PlatformRecord['credentials'][number];

interface Props {
  readonly field: CredentialInfo;
  /** All fields of the form: a pasted text may contain values for several of them. */
  readonly fields: readonly CredentialInfo[];
  readonly value: string;
  readonly error: string | undefined;
  /** Focus the field when it is mounted. */
  readonly autoFocus?: boolean;
  readonly onChange: (values: Record<string, string>) => void;
  /** Called with the labels of the fields that a pasted text filled. */
  readonly onRecognised?: (labels: readonly string[]) => void;
}

/** The field of one credential, as the adapter describes it. */
export function CredentialField({ field, fields, value, error, autoFocus = false, onChange, onRecognised }: Props) {
  const { name, label, help, placeholder, secret, required } = field;
  const common = {
    autoFocus,
    value,
    placeholder: placeholder ?? undefined,
    required,
    onChange: ({ target }: { readonly target: { readonly value: string } }) => onChange({ [name]: target.value }),
    onPaste: (event: ClipboardEvent) => {
      const pasted = event.clipboardData.getData('text');
      const found = parsePasted(pasted, fields);
      const names = Object.keys(found);
      if (names.length === 0 || (names.length === 1 && found[name] === pasted.trim())) return;
      event.preventDefault();
      onChange(found);
      onRecognised?.(fields.filter((one) => names.includes(one.name)).map((one) => one.label));
    },
  };
  return (
    <Field label={label} help={help ?? undefined} error={error} optional={!required}>
      {placeholder?.startsWith('{') ? (
        <Textarea rows={4} spellCheck={false} autoComplete="off" {...common} className="font-mono" />
      ) : secret ? (
        <SecretInput
          what={label}
          autoComplete="new-password"
          data-1p-ignore
          data-lpignore="true"
          {...common}
          className="font-mono"
        />
      ) : (
        <Input autoComplete="off" spellCheck={false} {...common} />
      )}
    </Field>
  );
}
