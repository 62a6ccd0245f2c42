import { limits, updateReceiver } from '@gateway/contract/values';
import { useState } from 'react';
import { Field, Input } from '../../components/ui/form/field.js';
import { FormDialog } from '../../components/ui/form/form-dialog.js';
import { call } from '../../lib/api.js';
import { useSave } from '../../lib/forms/use-save.js';
import type { ReceiverDetail } from './queries.js';
import { t } from './texts.js';

interface Props {
  readonly receiver: ReceiverDetail;
  readonly onClose: () => void;
}

/** Asks for the name of a receiver. An empty one removes it. */
export function NameDialog({ receiver, onClose }: Props) {
  const [text, setText] = useState(receiver.name ?? '');
  const name = text.trim();
  const save = useSave(
    () => call(updateReceiver, { params: { id: receiver.id }, body: { name: name === '' ? null : name } }),
    { resources: ['receivers', 'audit'], onSaved: onClose },
  );
  return (
    <FormDialog
      title={t.name.title}
      help={<span className="break-all">{receiver.destination}</span>}
      action={t.name.save}
      busy={save.isPending}
      error={save.error}
      onClose={onClose}
      onSubmit={() => save.mutate()}
    >
      <Field label={t.name.label} help={t.name.help} optional>
        <Input
          value={text}
          maxLength={limits.displayName}
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}
