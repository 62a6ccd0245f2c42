import { Card } from '../../components/ui/card.js';
import { Field, Input } from '../../components/ui/field.js';
import { Notice } from '../../components/ui/states.js';
import { Switch } from '../../components/ui/switch.js';
import type { Kind, RetentionForm } from './changes.js';

interface Props {
  readonly kind: Kind;
  readonly form: RetentionForm;
  readonly error: string | undefined;
  readonly disabled: boolean;
  readonly onChange: (change: Partial<RetentionForm>) => void;
}

const texts: Record<Kind, { readonly title: string; readonly help: string; readonly since: string }> = {
  prompts: {
    title: 'Prompts',
    help: 'Prompts with their answers, deliveries and attempts.',
    since: 'Days after the answer, expiry or cancellation',
  },
  messages_inbound: {
    title: 'Inbound messages',
    help: 'Messages from people on message channels.',
    since: 'Days after receipt',
  },
  messages_outbound: {
    title: 'Outbound messages',
    help: 'Messages from agents and operators on message channels.',
    since: 'Days after sending',
  },
};

const zeroRetentionTexts = {
  messages_inbound: {
    help: 'Texts are sent to the callback URL and are not stored after delivery.',
    warning:
      'Conversations will not show new inbound messages. The text of a dead delivery is lost and cannot be retried.',
  },
  messages_outbound: {
    help: 'Texts are posted to the chat and are not stored.',
    warning: 'Conversations will not show new outbound messages.',
  },
} as const;

/** The retention settings of one kind of record. */
export function KindCard({ kind, form, error, disabled, onChange }: Props) {
  const { title, help, since } = texts[kind];
  const enabled = form[`${kind}_retention_enabled`];
  const days = form[`${kind}_retention_days`];
  return (
    <Card title={title} help={help}>
      <div className="grid gap-4">
        <Switch
          label="Delete automatically"
          checked={enabled}
          disabled={disabled}
          onChange={(on) => onChange({ [`${kind}_retention_enabled`]: on })}
          {...(!enabled && { help: 'Off: records are kept indefinitely.' })}
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
        {kind !== 'prompts' && (
          <>
            <hr className="border-line" />
            <Switch
              label="Zero retention"
              help={zeroRetentionTexts[kind].help}
              checked={form[`${kind}_zero_retention`]}
              disabled={disabled}
              onChange={(on) => onChange({ [`${kind}_zero_retention`]: on })}
            />
            {form[`${kind}_zero_retention`] && (
              <Notice tone="wait">
                {zeroRetentionTexts[kind].warning} Existing texts are kept until their retention period ends.
              </Notice>
            )}
          </>
        )}
      </div>
    </Card>
  );
}
