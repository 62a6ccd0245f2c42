import { addPasskey, startPasskey } from '@gateway/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../../components/ui/dialog.js';
import { Field, Input } from '../../../components/ui/field.js';
import { call } from '../../../lib/api.js';
import { createPasskey } from '../../../lib/passkeys.js';
import { browserName } from '../../../lib/user-agent.js';
import { ProofStep, type OwnProof } from './proof-step.js';
import { useRefreshFactors } from './queries.js';
import { RecoveryCodes } from './recovery-codes.js';

/** Adds a passkey: name and password, the dialog of the browser, and the recovery codes of the first second factor. */
export function AddPasskeyDialog({ onClose }: { readonly onClose: () => void }) {
  const refresh = useRefreshFactors();
  const [name, setName] = useState(() => browserName(navigator.userAgent));
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const add = useMutation({
    mutationFn: async (proof: OwnProof) => {
      const passkey = await createPasskey(await call(startPasskey, { body: proof }));
      return await call(addPasskey, { body: { name: name.trim() === '' ? 'Passkey' : name, passkey } });
    },
    onSuccess: async ({ recovery_codes: made }) => {
      if (made.length === 0) onClose();
      else setCodes(made);
      await refresh();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      dismissible={codes === null}
      title={codes === null ? 'Add a passkey' : 'The passkey is added'}
    >
      {codes !== null ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : (
        <ProofStep
          action="Continue"
          busy={add.isPending}
          error={add.error}
          onClose={onClose}
          onConfirm={(proof) => add.mutate(proof)}
        >
          <p>
            A passkey is kept by your device, a security key or a password manager. You unlock it with your fingerprint,
            face or PIN, and then sign in without the password. After it, the password alone is not enough.
          </p>
          <Field label="Name" help="By which you recognise it in the list.">
            <Input maxLength={128} value={name} onChange={(event) => setName(event.target.value)} />
          </Field>
        </ProofStep>
      )}
    </Dialog>
  );
}
