import type { SecondFactors } from '@gateway/contract';
import { Dialog } from '../../../components/ui/dialog.js';
import { useSave } from '../../../lib/forms/use-save.js';
import { ProofStep, type OwnProof } from './proof-step.js';
import { staleResources } from './queries.js';
import { t } from './texts.js';

interface Props {
  readonly title: string;
  /** Whether it is the only second factor. */
  readonly last: boolean;
  readonly remove: (proof: OwnProof) => Promise<SecondFactors>;
  readonly onClose: () => void;
}

/** Removes the authenticator app or a passkey. */
export function RemoveDialog({ title, last, remove, onClose }: Props) {
  const removal = useSave(remove, { resources: staleResources, onSaved: onClose });
  return (
    <Dialog open onClose={onClose} title={title}>
      <ProofStep
        danger
        action={t.remove}
        busy={removal.isPending}
        error={removal.error}
        onClose={onClose}
        onConfirm={(proof) => removal.mutate(proof)}
      >
        <p>{last ? t.removal.last : t.removal.notLast}</p>
      </ProofStep>
    </Dialog>
  );
}
