import { addPasskey, startPasskey } from '@gateway/contract/values';
import { useState } from 'react';
import { Dialog } from '../../../components/ui/dialog.js';
import { Field, Input } from '../../../components/ui/form/field.js';
import { call } from '../../../lib/api.js';
import { useSave } from '../../../lib/forms/use-save.js';
import { createPasskey } from '../../../lib/session/passkeys.js';
import { browserName } from '../../../lib/session/user-agent.js';
import { ProofStep, type OwnProof } from './proof-step.js';
import { staleResources } from './queries.js';
import { RecoveryCodes } from './recovery-codes.js';
import { t } from './texts.js';

/** Adds a passkey: name and password, the dialog of the browser, and the recovery codes of the first second factor. */
export function AddPasskeyDialog({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState(() => browserName(navigator.userAgent));
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const add = useSave(
    async (proof: OwnProof) => {
      const passkey = await createPasskey(await call(startPasskey, { body: proof }));
      return await call(addPasskey, { body: { name: name.trim() === '' ? t.passkeys.one : name, passkey } });
    },
    {
      resources: staleResources,
      onSaved: ({ recovery_codes: made }) => (made.length === 0 ? onClose() : setCodes(made)),
    },
  );
  return (
    <Dialog
      open
      onClose={onClose}
      dismissible={codes === null}
      title={codes === null ? t.addPasskey : t.passkeys.added}
    >
      {codes !== null ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : (
        <ProofStep
          action={t.continue}
          busy={add.isPending}
          error={add.error}
          onClose={onClose}
          onConfirm={(proof) => add.mutate(proof)}
        >
          <p>{t.passkeys.explanation}</p>
          <Field label={t.passkeys.name} help={t.passkeys.nameHelp}>
            <Input maxLength={128} value={name} onChange={(event) => setName(event.target.value)} />
          </Field>
        </ProofStep>
      )}
    </Dialog>
  );
}
