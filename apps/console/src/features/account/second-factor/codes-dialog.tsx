import { createRecoveryCodes } from '@gateway/contract/values';
import { Dialog } from '../../../components/ui/dialog.js';
import { call } from '../../../lib/api.js';
import { useSave } from '../../../lib/forms/use-save.js';
import { ProofStep, type OwnProof } from './proof-step.js';
import { RecoveryCodes } from './recovery-codes.js';
import { t } from './texts.js';

/** Creates new recovery codes. */
export function CodesDialog({ onClose }: { readonly onClose: () => void }) {
  const create = useSave((body: OwnProof) => call(createRecoveryCodes, { body }), { resources: ['second-factor'] });
  return (
    <Dialog open onClose={onClose} dismissible={!create.data} title={t.newCodes}>
      {create.data ? (
        <RecoveryCodes codes={create.data.recovery_codes} onDone={onClose} />
      ) : (
        <ProofStep
          action={t.codes.create}
          busy={create.isPending}
          error={create.error}
          onClose={onClose}
          onConfirm={(proof) => create.mutate(proof)}
        >
          <p>{t.codes.effect}</p>
        </ProofStep>
      )}
    </Dialog>
  );
}
