import { rollKey, type KeyRecord } from '@gateway/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/ui/button.js';
import { Choices } from '../../components/ui/choices.js';
import { Dialog } from '../../components/ui/dialog.js';
import { Failure } from '../../components/ui/states.js';
import { call } from '../../lib/api.js';
import type { CreatedKey } from './tasks.js';

const graces = [
  { value: '0', label: 'Now', help: 'For a leaked key. Requests with the old key are rejected immediately.' },
  { value: '3600', label: 'After 1 hour' },
  { value: '86400', label: 'After 24 hours', help: 'Leaves time to give agents the new key.' },
  { value: '604800', label: 'After 7 days' },
] as const;
type Grace = (typeof graces)[number]['value'];

interface Props {
  readonly apiKey: KeyRecord;
  readonly onClose: () => void;
  readonly onCreated: (created: CreatedKey) => void;
}

export function RollDialog({ apiKey, onClose, onCreated }: Props) {
  const client = useQueryClient();
  const [grace, setGrace] = useState<Grace>('86400');
  const roll = useMutation({
    // The response contains the key. It is passed to the dialog that shows it and is not cached.
    mutationFn: async () =>
      onCreated(await call(rollKey, { params: { id: apiKey.id }, body: { grace_sec: Number(grace) } })),
    onSuccess: () => {
      for (const resource of ['keys', 'audit']) void client.invalidateQueries({ queryKey: [resource] });
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Roll “${apiKey.name}”`}
      help="Creates a new key with the same name and permissions. The new key is shown once, in the next step."
    >
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!roll.isPending) roll.mutate();
        }}
      >
        <Choices
          label={
            <>
              The old key <code>{apiKey.key_prefix}…</code> expires
            </>
          }
          value={grace}
          onChoose={setGrace}
          options={graces}
        />
        {roll.isError && <Failure error={roll.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look={grace === '0' ? 'danger' : 'primary'} busy={roll.isPending}>
            Roll key
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
