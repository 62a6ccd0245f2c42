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
      action="Revoke key"
      typed={apiKey.name.trim()}
      busy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate()}
    >
      <p>
        Requests with <code>{apiKey.key_prefix}…</code> are rejected immediately. This cannot be undone. To replace a
        key without downtime, roll it instead.
      </p>
      <p className="text-soft">
        Last used: <Time at={apiKey.last_used_at} />
      </p>
    </Confirm>
  );
}
