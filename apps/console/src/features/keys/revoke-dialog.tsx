import { revokeKey, type KeyRecord } from '@gateway/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Confirm } from '../../components/ui/dialog.js';
import { Time } from '../../components/ui/time.js';
import { call } from '../../lib/api.js';

export function RevokeDialog({ apiKey, onClose }: { readonly apiKey: KeyRecord; readonly onClose: () => void }) {
  const client = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => call(revokeKey, { params: { id: apiKey.id } }),
    onSuccess: async () => {
      onClose();
      await Promise.all(['keys', 'audit'].map((resource) => client.invalidateQueries({ queryKey: [resource] })));
    },
  });
  return (
    <Confirm
      open
      onClose={onClose}
      title={`Revoke “${apiKey.name}”?`}
      action="Revoke the key"
      typed={apiKey.name.trim()}
      busy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate()}
    >
      <p>
        Agents that use <code>{apiKey.key_prefix}…</code> are refused from now on. This cannot be undone; to replace a
        key without a gap, roll it.
      </p>
      <p className="text-soft">
        Last used: <Time at={apiKey.last_used_at} />
      </p>
    </Confirm>
  );
}
