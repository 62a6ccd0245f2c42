import type { BodyInput } from '@gateway/contract';
import type { createKey } from '@gateway/contract/values';
import { ChannelsField } from '../../components/channels-field.js';
import { PeoplePicker } from '../../components/people/people-picker.js';
import { Button } from '../../components/ui/button.js';
import { Field, Input } from '../../components/ui/form/field.js';
import { isoOf, localOf } from '../../lib/time/local-time.js';
import { useDirectory } from '../../lib/records/directory.js';
import { t } from './texts.js';

/** What limits a key beyond its scopes. */
export interface Boundaries {
  /** Empty: all channels. */
  readonly channels: readonly string[];
  /** A local time, as the field has it; empty: never. */
  readonly expiresAt: string;
  /** Empty: no person. */
  readonly actsFor: string;
}

/** Offered lifetimes of a key, in days. */
const LIFETIMES = [7, 30, 90];
const DAY_MS = 86_400_000;

export const noBoundaries: Boundaries = { channels: [], expiresAt: '', actsFor: '' };

export function bodyOf({ channels, expiresAt, actsFor }: Boundaries): Partial<BodyInput<typeof createKey>> {
  return {
    ...(channels.length > 0 && { channels: [...channels] }),
    ...(expiresAt !== '' && { expires_at: isoOf(expiresAt) }),
    ...(actsFor !== '' && { acts_for: actsFor }),
  };
}

interface Props {
  readonly value: Boundaries;
  readonly onChange: (value: Boundaries) => void;
}

/** Channels, end and person of a new key. */
export function KeyBoundaries({ value, onChange }: Props) {
  const { people } = useDirectory();
  const { channels } = value;
  return (
    <details className="rounded-control border border-line px-4 py-3">
      <summary className="cursor-pointer text-sm font-medium">{t.create.limits}</summary>
      <div className="mt-4 grid gap-4">
        <ChannelsField
          label={t.create.channels}
          channels={channels}
          onChange={(chosen) => onChange({ ...value, channels: chosen })}
        />
        <Field label={t.create.expires} optional>
          <Input
            type="datetime-local"
            value={value.expiresAt}
            onChange={(event) => onChange({ ...value, expiresAt: event.target.value })}
          />
        </Field>
        <div role="group" aria-label={t.create.lifetime} className="-mt-2 flex flex-wrap gap-2">
          {LIFETIMES.map((days) => (
            <Button
              key={days}
              size="small"
              onClick={() =>
                onChange({ ...value, expiresAt: localOf(new Date(Date.now() + days * DAY_MS).toISOString()) })
              }
            >
              {t.create.inDays(days)}
            </Button>
          ))}
        </div>
        <PeoplePicker
          label={t.create.actsFor}
          optional
          help={t.create.actsForHelp}
          people={people}
          chosen={people.find(({ person_id }) => person_id === value.actsFor)?.name}
          onChoose={(_, id) => onChange({ ...value, actsFor: id })}
          onClear={() => onChange({ ...value, actsFor: '' })}
        />
      </div>
    </details>
  );
}
