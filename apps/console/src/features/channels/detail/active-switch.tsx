import { deleteChannel, updateChannel } from '@gateway/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Power, PowerOff } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { managedReason } from '../../../components/managed.js';
import { Button } from '../../../components/ui/button.js';
import { Confirm } from '../../../components/ui/dialog.js';
import { call, reasonOf } from '../../../lib/api.js';
import { useMay } from '../../../lib/session.js';
import type { ChannelDetail } from '../queries.js';

/** Deactivates or reactivates a channel. */
export function ActiveSwitch({ channel }: { readonly channel: ChannelDetail }) {
  const { channel_id: id, is_active: isActive, target_chat_id: target } = channel;
  const disabledReason = useMay('channels:write') ? managedReason(channel) : 'Your role cannot change channels';
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const refresh = () => client.invalidateQueries({ queryKey: ['channels'] });
  const deactivate = useMutation({
    mutationFn: () => call(deleteChannel, { params: { id } }),
    onSuccess: async () => {
      await refresh();
      setAsking(false);
    },
  });
  const activate = useMutation({
    mutationFn: () => call(updateChannel, { params: { id }, body: {} }),
    onSuccess: async ({ warnings }) => {
      for (const warning of warnings) toast.warning(warning, { duration: 20_000 });
      await refresh();
    },
    onError: (error) => toast.error(reasonOf(error)),
  });
  if (!isActive) {
    return (
      <Button
        look="primary"
        busy={activate.isPending}
        disabledReason={disabledReason}
        onClick={() => activate.mutate()}
      >
        <Power className="size-4" aria-hidden />
        Reactivate
      </Button>
    );
  }
  return (
    <>
      <Button disabledReason={disabledReason} onClick={() => setAsking(true)}>
        <PowerOff className="size-4" aria-hidden />
        Deactivate
      </Button>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={`Deactivate “${id}”?`}
        action="Deactivate"
        busy={deactivate.isPending}
        error={deactivate.error}
        onConfirm={() => deactivate.mutate()}
      >
        <p>
          Agents can no longer reach <code className="break-all">{target}</code> through <strong>{id}</strong>. Messages
          and button presses in the chat are ignored.
        </p>
        <p className="text-soft">
          The history and the credentials are kept, and you can reactivate the channel at any time. Pending prompts stay
          pending until they expire.
        </p>
      </Confirm>
    </>
  );
}
