import { resetSecondFactor, type OperatorRecord } from '@gateway/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Confirm } from '../../components/ui/dialog.js';
import { call } from '../../lib/api.js';

interface Props {
  readonly operator: OperatorRecord;
  readonly onClose: () => void;
}

/** Removes the second factors of an operator who has lost them. */
export function ResetSecondFactorDialog({ operator, onClose }: Props) {
  const client = useQueryClient();
  const reset = useMutation({
    mutationFn: () => call(resetSecondFactor, { params: { id: operator.id } }),
    onSuccess: async () => {
      onClose();
      await client.invalidateQueries({ queryKey: ['operators'] });
    },
  });
  return (
    <Confirm
      open
      onClose={onClose}
      title={`Reset the second factor of ${operator.name}?`}
      action="Reset second factor"
      busy={reset.isPending}
      error={reset.error}
      onConfirm={() => reset.mutate()}
    >
      <p>
        <strong>{operator.name}</strong> ({operator.email}) can then sign in with the password alone. The passkeys and
        the authenticator app are removed, and all sessions end immediately.
      </p>
      <p className="text-soft">Make sure that the request comes from this person.</p>
    </Confirm>
  );
}
