import { addAuthenticator, startAuthenticator } from '@gateway/contract/values';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Copyable } from '../../../components/ui/copy.js';
import { Dialog } from '../../../components/ui/dialog.js';
import { Field, Input } from '../../../components/ui/form/field.js';
import { DialogForm } from '../../../components/ui/form/form-dialog.js';
import { call } from '../../../lib/api.js';
import { issueAt } from '../../../lib/forms/form-errors.js';
import { useSave } from '../../../lib/forms/use-save.js';
import { ProofStep, type OwnProof } from './proof-step.js';
import { staleResources } from './queries.js';
import { RecoveryCodes } from './recovery-codes.js';
import { t } from './texts.js';

const QrCode = lazy(() => import('./qr-code.js'));

interface SetUp {
  readonly secret: string;
  readonly address: string;
  readonly set_up: string;
}

/** Sets up an authenticator app: password, QR code and first code, recovery codes. */
export function SetUpDialog({ onClose }: { readonly onClose: () => void }) {
  const start = useMutation({
    mutationFn: (body: OwnProof) => call(startAuthenticator, { body }),
  });
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return (
    <Dialog open onClose={onClose} dismissible={codes === null} title={codes === null ? t.setUpApp : t.setUp.done}>
      {codes !== null ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : start.data ? (
        <FirstCode
          setUp={start.data}
          onClose={onClose}
          // With an earlier second factor there are recovery codes already.
          onDone={(made) => (made.length === 0 ? onClose() : setCodes(made))}
        />
      ) : (
        <ProofStep
          action={t.continue}
          busy={start.isPending}
          error={start.error}
          onClose={onClose}
          onConfirm={(proof) => start.mutate(proof)}
        >
          <p>{t.setUp.need}</p>
        </ProofStep>
      )}
    </Dialog>
  );
}

interface FirstCodeProps {
  readonly setUp: SetUp;
  readonly onClose: () => void;
  readonly onDone: (codes: readonly string[]) => void;
}

function FirstCode({ setUp, onClose, onDone }: FirstCodeProps) {
  const [code, setCode] = useState('');
  const add = useSave(() => call(addAuthenticator, { body: { set_up: setUp.set_up, code } }), {
    resources: staleResources,
    onSaved: ({ recovery_codes: codes }) => onDone(codes),
  });
  const isWrong = issueAt(add.error, 'code') !== undefined;
  return (
    <DialogForm
      noValidate
      action={t.setUp.confirm}
      busy={add.isPending}
      error={isWrong ? null : add.error}
      disabledReason={code.trim() === '' ? t.setUp.codeMissing : null}
      onClose={onClose}
      onSubmit={() => add.mutate()}
    >
      <p>{t.setUp.scan}</p>
      <div className="grid min-h-52 place-items-center">
        <Suspense fallback={null}>
          <QrCode text={setUp.address} label={t.setUp.qrCode} />
        </Suspense>
      </div>
      <div className="grid gap-1.5">
        <p>{t.setUp.secret}</p>
        <Copyable text={setUp.secret} label={t.setUp.copySecret} />
      </div>
      <Field label={t.setUp.code} help={t.setUp.codeHelp} error={isWrong ? t.setUp.codeWrong : undefined}>
        <Input
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={16}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </Field>
    </DialogForm>
  );
}
