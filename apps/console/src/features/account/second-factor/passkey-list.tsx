import type { PasskeyRecord } from '@gateway/contract';
import { removePasskey, renamePasskey } from '@gateway/contract/values';
import { Ellipsis, Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../../components/ui/badge.js';
import { IconButton } from '../../../components/ui/button.js';
import { Field, Input } from '../../../components/ui/form/field.js';
import { Filled } from '../../../components/ui/form/filled.js';
import { FormDialog } from '../../../components/ui/form/form-dialog.js';
import { Menu, MenuItem } from '../../../components/ui/menu.js';
import { Time } from '../../../components/ui/time.js';
import { call } from '../../../lib/api.js';
import { useSave } from '../../../lib/forms/use-save.js';
import { RemoveDialog } from './remove-dialog.js';
import { t } from './texts.js';

interface Props {
  readonly passkeys: readonly PasskeyRecord[];
  /** Whether a passkey is the only second factor. */
  readonly last: boolean;
}

/** The operator's passkeys. */
export function PasskeyList({ passkeys, last }: Props) {
  return (
    <ul aria-label={t.passkeys.list} className="grid gap-3">
      {passkeys.map((passkey) => (
        <PasskeyRow key={passkey.id} passkey={passkey} last={last} />
      ))}
    </ul>
  );
}

function PasskeyRow({ passkey, last }: { readonly passkey: PasskeyRecord; readonly last: boolean }) {
  const [dialog, setDialog] = useState<'rename' | 'remove' | null>(null);
  const close = () => setDialog(null);
  return (
    <li className="flex items-center gap-3.5">
      <Fingerprint className="size-5 shrink-0 text-soft" strokeWidth={1.75} aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-medium">
          <span dir="auto" className="min-w-0 wrap-anywhere">
            {passkey.name}
          </span>
          <Badge tone="good">{t.passkeys.one}</Badge>
        </p>
        <p className="text-[0.8125rem] text-soft">
          <Filled
            text={passkey.backed_up ? t.passkeys.usedAndSynced : t.passkeys.used}
            parts={{
              added: <Time at={passkey.created_at} />,
              used: <Time at={passkey.last_used_at} none={t.passkeys.never} />,
            }}
          />
        </p>
      </div>
      <Menu
        trigger={
          <IconButton label={t.passkeys.actions(passkey.name)}>
            <Ellipsis className="size-4.5" aria-hidden />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => setDialog('rename')}>{t.passkeys.rename}</MenuItem>
        <MenuItem danger onSelect={() => setDialog('remove')}>
          {t.remove}
        </MenuItem>
      </Menu>
      {dialog === 'rename' && <RenameDialog passkey={passkey} onClose={close} />}
      {dialog === 'remove' && (
        <RemoveDialog
          title={t.passkeys.removeQuestion(passkey.name)}
          last={last}
          remove={(body) => call(removePasskey, { params: { id: passkey.id }, body })}
          onClose={close}
        />
      )}
    </li>
  );
}

function RenameDialog({ passkey, onClose }: { readonly passkey: PasskeyRecord; readonly onClose: () => void }) {
  const [name, setName] = useState(passkey.name);
  const rename = useSave(() => call(renamePasskey, { params: { id: passkey.id }, body: { name } }), {
    resources: ['second-factor'],
    onSaved: onClose,
  });
  return (
    <FormDialog
      noValidate
      title={t.passkeys.renameTitle}
      action={t.passkeys.rename}
      busy={rename.isPending}
      error={rename.error}
      disabledReason={name.trim() === '' ? t.passkeys.nameMissing : null}
      onClose={onClose}
      onSubmit={() => rename.mutate()}
    >
      <Field label={t.passkeys.name}>
        <Input maxLength={128} value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
    </FormDialog>
  );
}
