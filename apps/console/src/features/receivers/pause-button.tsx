import { pauseReceiver, resumeReceiver } from '@gateway/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CirclePause, CirclePlay } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/ui/button.js';
import { Confirm } from '../../components/ui/dialog.js';
import { call } from '../../lib/api.js';
import { useMay } from '../../lib/session.js';
import { toast } from 'sonner';
import type { ReceiverDetail } from './queries.js';

/** Pauses deliveries to a receiver after a confirmation, or resumes them. */
export function PauseButton({ receiver }: { readonly receiver: ReceiverDetail }) {
  const [asked, setAsked] = useState(false);
  const client = useQueryClient();
  const may = useMay('deliveries:write');
  const isPaused = receiver.paused_at !== null;
  const change = useMutation({
    mutationFn: () => call(isPaused ? resumeReceiver : pauseReceiver, { params: { id: receiver.id } }),
    onSuccess: async () => {
      setAsked(false);
      await Promise.all(
        ['receivers', 'deliveries', 'status', 'audit'].map((name) => client.invalidateQueries({ queryKey: [name] })),
      );
    },
    onError: (error) => isPaused && toast.error(error.message),
  });
  return (
    <>
      <Button
        busy={isPaused && change.isPending}
        disabledReason={may ? null : 'Your role cannot pause deliveries'}
        onClick={() => (isPaused ? change.mutate() : setAsked(true))}
      >
        {isPaused ? <CirclePlay className="size-4" aria-hidden /> : <CirclePause className="size-4" aria-hidden />}
        {isPaused ? 'Resume deliveries to this receiver' : 'Pause deliveries to this receiver'}
      </Button>
      <Confirm
        open={asked}
        onClose={() => setAsked(false)}
        title="Pause deliveries to this receiver?"
        action="Pause deliveries"
        busy={change.isPending}
        error={change.error}
        onConfirm={() => change.mutate()}
      >
        No new attempt is made to <strong className="font-semibold break-all">{receiver.destination}</strong> until you
        resume, by any instance of the gateway. Attempts in progress end. Deliveries stay in the queue and keep the
        attempts that they have left.
      </Confirm>
    </>
  );
}
