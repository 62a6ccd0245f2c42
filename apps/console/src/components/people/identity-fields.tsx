import type { PersonRecord } from '@gateway/contract';
import { limits } from '@gateway/contract/values';
import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { Button, IconButton } from '../ui/button.js';
import { Field, Input, Select } from '../ui/form/field.js';
import { platformsQuery } from '../../lib/records/platforms.js';
import { RecentAccounts } from './recent-accounts.js';
import { t } from './texts.js';

export type Identity = PersonRecord['identities'][number];

interface Props {
  readonly identities: readonly Identity[];
  readonly onChange: (identities: readonly Identity[]) => void;
}

/** The accounts of a person on the platforms. */
export function IdentityFields({ identities, onChange }: Props) {
  const { data: platforms = [] } = useQuery(platformsQuery);
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-sm font-medium">
        {t.accounts.title} <span className="font-normal text-soft">{t.accounts.hint}</span>
      </legend>
      {identities.map((identity, index) => {
        const change = (part: Partial<Identity>) => onChange(identities.with(index, { ...identity, ...part }));
        return (
          // The index is the only identity of a row.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index} className="flex items-start gap-2">
            <Field label={t.accounts.platform(index + 1)} bare className="w-36">
              <Select value={identity.platform} onChange={(event) => change({ platform: event.target.value })}>
                {platforms.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
                {!platforms.some(({ id }) => id === identity.platform) && (
                  <option value={identity.platform}>{identity.platform}</option>
                )}
              </Select>
            </Field>
            <Field label={t.accounts.userIdOf(index + 1)} bare className="min-w-0 flex-1">
              <Input
                required
                value={identity.user_id}
                maxLength={limits.userId}
                placeholder={t.accounts.userId}
                autoComplete="off"
                spellCheck={false}
                onChange={(event) => change({ user_id: event.target.value })}
              />
            </Field>
            <IconButton
              label={t.accounts.remove(index + 1)}
              size="normal"
              onClick={() => onChange(identities.toSpliced(index, 1))}
            >
              <X className="size-4" aria-hidden />
            </IconButton>
          </div>
        );
      })}
      <Button
        size="small"
        className="w-fit"
        disabledReason={platforms.length === 0 ? t.accounts.noPlatform : null}
        onClick={() => onChange([...identities, { platform: platforms[0]?.id ?? '', user_id: '' }])}
      >
        <Plus className="size-4" aria-hidden />
        {t.accounts.add}
      </Button>
      <RecentAccounts taken={identities} onChoose={(identity) => onChange([...identities, identity])} />
    </fieldset>
  );
}
