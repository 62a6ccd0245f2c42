import type { KeyRecord } from '@gateway/contract';
import { rollKey } from '@gateway/contract/values';
import { useState } from 'react';
import { Choices } from '../../components/ui/form/choices.js';
import { Filled } from '../../components/ui/form/filled.js';
import { FormDialog } from '../../components/ui/form/form-dialog.js';
import { call } from '../../lib/api.js';
import { useSave } from '../../lib/forms/use-save.js';
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
  const [grace, setGrace] = useState<Grace>('86400');
  // The response contains the key. It is passed to the dialog that shows it and is not cached.
  const roll = useSave(
    async () => onCreated(await call(rollKey, { params: { id: apiKey.id }, body: { grace_sec: Number(grace) } })),
    { resources: ['keys', 'audit'] },
  );
  return (
    <FormDialog
      title={t.rotate.title(apiKey.name)}
      help={t.rotate.help}
      action={t.rotate.submit}
      look={grace === '0' ? 'danger' : 'primary'}
      busy={roll.isPending}
      error={roll.error}
      onClose={onClose}
      onSubmit={() => roll.mutate()}
    >
      <Choices
        label={<Filled text={t.rotate.expires} parts={{ key: <code>{apiKey.key_prefix}…</code> }} />}
        value={grace}
        onChoose={setGrace}
        options={graces}
      />
    </FormDialog>
  );
}
