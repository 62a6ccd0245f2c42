import { pauseReceiver, resumeReceiver } from '@gateway/contract/values';
import { CirclePause, CirclePlay } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/ui/button.js';
import { Confirm } from '../../components/ui/dialog.js';
import { Filled } from '../../components/ui/form/filled.js';
import { call } from '../../lib/api.js';
import { useMay } from '../../lib/session/session.js';
import type { ReceiverDetail } from './queries.js';
import { t } from './texts.js';
import { toast } from '../../lib/page/toast.js';
import { useSave } from '../../lib/forms/use-save.js';

/** Pauses deliveries to a receiver after a confirmation, or resumes them. */
export function PauseButton({ receiver }: { readonly receiver: ReceiverDetail }) {
  const [asked, setAsked] = useState(false);
  const may = useMay('deliveries:write');
  const isPaused = receiver.paused_at !== null;
  const change = useSave(() => call(isPaused ? resumeReceiver : pauseReceiver, { params: { id: receiver.id } }), {
    resources: ['receivers', 'deliveries', 'status', 'audit'],
    onSaved: () => setAsked(false),
    onFailed: (error) => isPaused && toast.error(error.message),
  });
  return (
    <>
      <Button
        busy={isPaused && change.isPending}
        disabledReason={may ? null : t.pause.denied}
        onClick={() => (isPaused ? change.mutate() : setAsked(true))}
      >
        {isPaused ? <CirclePlay className="size-4" aria-hidden /> : <CirclePause className="size-4" aria-hidden />}
        {isPaused ? t.pause.resume : t.pause.pause}
      </Button>
      <Confirm
        open={asked}
        onClose={() => setAsked(false)}
        title={t.pause.title}
        action={t.pause.action}
        busy={change.isPending}
        error={change.error}
        onConfirm={() => change.mutate()}
      >
        <Filled
          text={t.pause.text}
          parts={{ receiver: <strong className="font-semibold break-all">{receiver.destination}</strong> }}
        />
      </Confirm>
    </>
  );
}
