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

const words: Record<Kind, { readonly title: string; readonly help: string; readonly since: string }> = {
  prompts: {
    title: 'Prompts',
    help: 'Questions with their answers, their callbacks and attempts.',
    since: 'Days after it was answered or expired',
  },
  messages_inbound: {
    title: 'Inbound messages',
    help: 'What people write on message channels.',
    since: 'Days after it came in',
  },
  messages_outbound: {
    title: 'Outbound messages',
    help: 'What agents and operators send on message channels.',
    since: 'Days after it was sent',
  },
};

const lost = {
  messages_inbound: {
    help: 'Texts are handed to the callback address and kept nowhere after that.',
    warning:
      'Conversations will show nothing that people write from then on. A text whose callback is given up is gone: it cannot be sent again.',
  },
  messages_outbound: {
    help: 'Texts are posted to the chat and kept nowhere.',
    warning: 'Conversations will show nothing that is sent from then on.',
  },
} as const;

/** How long records of one kind are kept. */
export function KindCard({ kind, form, error, disabled, onChange }: Props) {
  const { title, help, since } = words[kind];
  const enabled = form[`${kind}_retention_enabled`];
  const days = form[`${kind}_retention_days`];
  return (
    <Card title={title} help={help}>
      <div className="grid gap-4">
        <Switch
          label="Remove after some days"
          checked={enabled}
          disabled={disabled}
          onChange={(on) => onChange({ [`${kind}_retention_enabled`]: on })}
          {...(!enabled && { help: 'Off: they are kept until you decide otherwise.' })}
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
              help={lost[kind].help}
              checked={form[`${kind}_zero_retention`]}
              disabled={disabled}
              onChange={(on) => onChange({ [`${kind}_zero_retention`]: on })}
            />
            {form[`${kind}_zero_retention`] && (
              <Notice tone="wait">{lost[kind].warning} Texts from before stay until they reach their days.</Notice>
            )}
          </>
        )}
      </div>
    </Card>
  );
}
