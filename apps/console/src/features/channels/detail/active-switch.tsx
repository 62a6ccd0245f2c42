import { deleteChannel, updateChannel } from '@gateway/contract/values';
import { Power, PowerOff } from 'lucide-react';
import { useState } from 'react';
import { managedReason } from '../../../components/managed.js';
import { Button } from '../../../components/ui/button.js';
import { Confirm } from '../../../components/ui/dialog.js';
import { Filled } from '../../../components/ui/form/filled.js';
import { call, reasonOf } from '../../../lib/api.js';
import { useSave } from '../../../lib/forms/use-save.js';
import { useMay } from '../../../lib/session/session.js';
import type { ChannelDetail } from '../queries.js';
import { t } from './texts.js';
import { toast } from '../../../lib/page/toast.js';

/** Disables or enables a channel. */
export function ActiveSwitch({ channel }: { readonly channel: ChannelDetail }) {
  const { channel_id: id, is_active: isActive, target_chat_id: target } = channel;
  const disabledReason = useMay('channels:write') ? managedReason(channel) : t.mayNotChange;
  const [asking, setAsking] = useState(false);
  const disable = useSave(() => call(deleteChannel, { params: { id } }), {
    resources: ['channels'],
    onDone: () => setAsking(false),
  });
  const enable = useSave(() => call(updateChannel, { params: { id }, body: {} }), {
    resources: ['channels'],
    onSaved: ({ warnings }) => {
      for (const { message } of warnings) toast.warning(message);
    },
    onFailed: (error) => toast.error(reasonOf(error)),
  });
  if (!isActive) {
    return (
      <Button look="primary" busy={enable.isPending} disabledReason={disabledReason} onClick={() => enable.mutate()}>
        <Power className="size-4" aria-hidden />
        {t.enable}
      </Button>
    );
  }
  return (
    <>
      <Button disabledReason={disabledReason} onClick={() => setAsking(true)}>
        <PowerOff className="size-4" aria-hidden />
        {t.disable.action}
      </Button>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={t.disable.title(id)}
        action={t.disable.action}
        busy={disable.isPending}
        error={disable.error}
        onConfirm={() => disable.mutate()}
      >
        <p>
          <Filled
            text={t.disable.effect}
            parts={{ target: <code className="break-all">{target}</code>, channel: <strong>{id}</strong> }}
          />
        </p>
        <p className="text-soft">{t.disable.kept}</p>
      </Confirm>
    </>
  );
}
