import { rollKey, type KeyRecord } from '@gateway/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/ui/button.js';
import { Choices } from '../../components/ui/choices.js';
import { Dialog } from '../../components/ui/dialog.js';
import { Filled } from '../../components/ui/filled.js';
import { Failure } from '../../components/ui/states.js';
import { call } from '../../lib/api.js';
import type { CreatedKey } from './tasks.js';
import { t } from './texts.js';

const graces = [
  { value: '0', label: t.rotate.now, help: t.rotate.nowHelp },
  { value: '3600', label: t.rotate.after1h },
  { value: '86400', label: t.rotate.after24h, help: t.rotate.after24hHelp },
  { value: '604800', label: t.rotate.after7d },
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
    <Dialog open onClose={onClose} title={t.rotate.title(apiKey.name)} help={t.rotate.help}>
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!roll.isPending) roll.mutate();
        }}
      >
        <Choices
          label={<Filled text={t.rotate.expires} parts={{ key: <code>{apiKey.key_prefix}…</code> }} />}
          value={grace}
          onChoose={setGrace}
          options={graces}
        />
        {roll.isError && <Failure error={roll.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" look={grace === '0' ? 'danger' : 'primary'} busy={roll.isPending}>
            {t.rotate.submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
