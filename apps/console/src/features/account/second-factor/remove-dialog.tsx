import { removeAuthenticator } from '@gateway/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Dialog } from '../../../components/ui/dialog.js';
import { call } from '../../../lib/api.js';
import { PasswordStep } from './password-step.js';

/** Removes the authenticator app. */
export function RemoveDialog({ onClose }: { readonly onClose: () => void }) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: (password: string) => call(removeAuthenticator, { body: { password } }),
    onSuccess: async () => {
      onClose();
      await Promise.all([
        client.invalidateQueries({ queryKey: ['second-factor'] }),
        client.invalidateQueries({ queryKey: ['sessions'] }),
      ]);
    },
  });
  return (
    <Dialog open onClose={onClose} title="Remove the authenticator app?">
      <PasswordStep
        danger
        action="Remove"
        busy={remove.isPending}
        error={remove.error}
        onClose={onClose}
        onConfirm={(password) => remove.mutate(password)}
      >
        <p>Your password alone is then enough to sign in. The recovery codes become invalid.</p>
      </PasswordStep>
    </Dialog>
  );
}
