import { createRecoveryCodes } from '@gateway/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Dialog } from '../../../components/ui/dialog.js';
import { call } from '../../../lib/api.js';
import { PasswordStep } from './password-step.js';
import { RecoveryCodes } from './recovery-codes.js';

/** Creates new recovery codes. */
export function CodesDialog({ onClose }: { readonly onClose: () => void }) {
  const client = useQueryClient();
  const create = useMutation({
    mutationFn: (password: string) => call(createRecoveryCodes, { body: { password } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['second-factor'] }),
  });
  return (
    <Dialog open onClose={onClose} dismissible={!create.data} title="New recovery codes">
      {create.data ? (
        <RecoveryCodes codes={create.data.recovery_codes} onDone={onClose} />
      ) : (
        <PasswordStep
          action="Create codes"
          busy={create.isPending}
          error={create.error}
          onClose={onClose}
          onConfirm={(password) => create.mutate(password)}
        >
          <p>The codes that you have now become invalid.</p>
        </PasswordStep>
      )}
    </Dialog>
  );
}
