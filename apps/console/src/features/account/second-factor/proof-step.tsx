import type { BodyInput } from '@gateway/contract';
import type { removeAuthenticator } from '@gateway/contract/values';
import { useMutation } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button } from '../../../components/ui/button.js';
import { Field } from '../../../components/ui/form/field.js';
import { DialogForm } from '../../../components/ui/form/form-dialog.js';
import { SecretInput } from '../../../components/ui/form/secret-input.js';
import { issueAt } from '../../../lib/forms/form-errors.js';
import { askForPasskey } from '../../../lib/session/passkeys.js';
import { useSession } from '../../../lib/session/session.js';
import { useUsablePasskeys } from './queries.js';
import { t } from './texts.js';

/** The password, or a passkey. */
export type OwnProof = BodyInput<typeof removeAuthenticator>;

interface Props {
  readonly action: string;
  readonly danger?: boolean;
  readonly busy: boolean;
  readonly error: unknown;
  readonly children?: ReactNode;
  readonly onClose: () => void;
  readonly onConfirm: (proof: OwnProof) => void;
}

/** Confirms a change of the sign-in with the operator's password, or with a passkey. */
export function ProofStep({ action, danger = false, busy, error, children, onClose, onConfirm }: Props) {
  const { operator } = useSession();
  const [password, setPassword] = useState('');
  const canUsePasskey = useUsablePasskeys();
  const passkey = useMutation({
    mutationFn: () => askForPasskey('confirm'),
    onSuccess: (reply) => onConfirm({ passkey: reply }),
  });
  const wrong = issueAt(error, 'password') !== undefined;
  return (
    <DialogForm
      noValidate
      action={action}
      look={danger ? 'danger' : 'primary'}
      busy={busy}
      error={wrong ? null : (passkey.error ?? error)}
      disabledReason={password === '' ? t.proof.missing : null}
      onClose={onClose}
      onSubmit={() => {
        passkey.reset();
        onConfirm({ password });
      }}
    >
      {children !== undefined && <div className="grid gap-2">{children}</div>}
      {/* Tells password managers which account the password belongs to. */}
      <input type="email" autoComplete="username" value={operator.email} readOnly hidden />
      <Field label={t.proof.password} error={wrong ? t.proof.wrong : undefined}>
        <SecretInput
          what={t.proof.passwordSecret}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      {canUsePasskey && (
        <div>
          <Button look="ghost" size="small" busy={passkey.isPending} onClick={() => passkey.mutate()}>
            <Fingerprint className="size-4" aria-hidden />
            {t.proof.passkeyInstead}
          </Button>
        </div>
      )}
    </DialogForm>
  );
}
