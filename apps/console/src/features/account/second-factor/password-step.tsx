import { useState, type ReactNode } from 'react';
import { Button } from '../../../components/ui/button.js';
import { Field } from '../../../components/ui/field.js';
import { SecretInput } from '../../../components/ui/secret-input.js';
import { Failure } from '../../../components/ui/states.js';
import { issuesOf } from '../../../lib/api.js';
import { useSession } from '../../../lib/session.js';

interface Props {
  readonly action: string;
  readonly danger?: boolean;
  readonly busy: boolean;
  readonly error: unknown;
  readonly children: ReactNode;
  readonly onClose: () => void;
  readonly onConfirm: (password: string) => void;
}

/** Confirms a change of the sign-in with the operator's password. */
export function PasswordStep({ action, danger = false, busy, error, children, onClose, onConfirm }: Props) {
  const { operator } = useSession();
  const [password, setPassword] = useState('');
  const wrong = issuesOf(error).some(({ path }) => path[0] === 'password');
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (password !== '' && !busy) onConfirm(password);
      }}
    >
      <div className="grid gap-2 text-sm">{children}</div>
      {/* Tells password managers which account the password belongs to. */}
      <input type="email" autoComplete="username" value={operator.email} readOnly hidden />
      <Field label="Your password" error={wrong ? 'This is not your password.' : undefined}>
        <SecretInput
          what="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      {error != null && !wrong && <Failure bare error={error} />}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          look={danger ? 'danger' : 'primary'}
          busy={busy}
          disabledReason={password === '' ? 'Enter your password' : null}
        >
          {action}
        </Button>
      </div>
    </form>
  );
}
