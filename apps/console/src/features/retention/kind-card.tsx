import { Card } from '../../components/ui/card.js';
import { Field, Input } from '../../components/ui/form/field.js';
import { Notice } from '../../components/ui/notice.js';
import { Switch } from '../../components/ui/form/switch.js';
import type { Kind, RetentionForm } from './changes.js';
import { t } from './texts.js';

interface Props {
  readonly kind: Kind;
  readonly form: RetentionForm;
  readonly error: string | undefined;
  readonly disabled: boolean;
  readonly onChange: (change: Partial<RetentionForm>) => void;
}

/** The retention settings of one kind of record. */
export function KindCard({ kind, form, error, disabled, onChange }: Props) {
  const { title, help, since } = t[kind];
  const enabled = form[`${kind}_retention_enabled`];
  const days = form[`${kind}_retention_days`];
  return (
    <Card title={title} help={help}>
      <div className="grid gap-4">
        <Switch
          label={t.deleteAutomatically}
          checked={enabled}
          disabled={disabled}
          onChange={(on) => onChange({ [`${kind}_retention_enabled`]: on })}
          {...(!enabled && { help: t.deletesNothing })}
        />
        {enabled && (
          <Field label={since} error={error}>
            <Input
              inputMode="numeric"
              autoComplete="off"
              value={days}
              disabled={disabled}
              onChange={(event) => onChange({ [`${kind}_retention_days`]: event.target.value })}
              className="!w-28"
            />
          </Field>
        )}
        {!enabled && error !== undefined && <p className="text-[0.8125rem] text-bad">{error}</p>}
        {(kind === 'messages_inbound' || kind === 'messages_outbound') && (
          <>
            <hr className="border-line" />
            <Switch
              label={t.zeroRetention}
              help={t[kind].zeroHelp}
              checked={form[`${kind}_zero_retention`]}
              disabled={disabled}
              onChange={(on) => onChange({ [`${kind}_zero_retention`]: on })}
            />
            {form[`${kind}_zero_retention`] && (
              <Notice tone="wait">
                {t[kind].zeroWarning} {t.zeroRetentionKeeps}
              </Notice>
            )}
          </>
        )}
      </div>
    </Card>
  );
}
