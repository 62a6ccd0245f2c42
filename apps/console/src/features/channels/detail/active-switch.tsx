import { deleteChannel, updateChannel } from '@gateway/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Power, PowerOff } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { Button } from '../../../components/ui/button.js';
import { Confirm } from '../../../components/ui/dialog.js';
import { call, reasonOf } from '../../../lib/api.js';
import { useMay } from '../../../lib/session.js';
import type { ChannelDetail } from '../queries.js';

/** Takes a channel out of use, or back into it. */
export function ActiveSwitch({ channel }: { readonly channel: ChannelDetail }) {
  const { channel_id: id, is_active: isActive, target_chat_id: target } = channel;
  const disabledReason = useMay('channels:write') ? null : 'Your role may not change channels';
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
          Agents can no longer reach <code className="break-all">{target}</code> through <strong>{id}</strong>, and what
          people write or press there is not taken in any more.
        </p>
        <p className="text-soft">
          Its history and its credentials are kept; it can be reactivated at any time. Prompts that are open keep
          waiting until their time is over.
        </p>
      </Confirm>
    </>
  );
}
