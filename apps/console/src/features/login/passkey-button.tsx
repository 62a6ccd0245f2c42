import type { BodyInput, SessionState } from '@gateway/contract';
import { signInWithPasskey } from '@gateway/contract/values';
import { useMutation } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { Button, type ButtonLook } from '../../components/ui/button.js';
import { Failure } from '../../components/ui/list/states.js';
import { call } from '../../lib/api.js';
import { askForPasskey } from '../../lib/session/passkeys.js';

interface Props {
  readonly purpose: BodyInput<typeof signInWithPasskey>['purpose'];
  readonly look: ButtonLook;
  readonly label: string;
  readonly onDone: (session: SessionState) => Promise<void>;
}

/** Signs in with a passkey, or completes a sign-in with it. */
export function PasskeyButton({ purpose, look, label, onDone }: Props) {
  const attempt = useMutation({
    mutationFn: async () => await call(signInWithPasskey, { body: { purpose, passkey: await askForPasskey(purpose) } }),
    onSuccess: onDone,
  });
  return (
    <div className="grid gap-4">
      <Button look={look} busy={attempt.isPending} onClick={() => attempt.mutate()}>
        <Fingerprint className="size-4" aria-hidden />
        {label}
      </Button>
      {attempt.isError && <Failure error={attempt.error} />}
    </div>
  );
}
