import type { GrantRecord } from '@gateway/contract';
import { endGrant } from '@gateway/contract/values';
import { Confirm } from '../../components/ui/dialog.js';
import { call } from '../../lib/api.js';
import { toast } from '../../lib/page/toast.js';
import { useSave } from '../../lib/forms/use-save.js';
import { coverOf } from './sentences.js';
import { t } from './texts.js';

interface Props {
  readonly grant: GrantRecord;
  readonly onClose: () => void;
}

/** Ends a standing approval, after a question. */
export function StopDialog({ grant, onClose }: Props) {
  const stop = useSave(() => call(endGrant, { params: { id: grant.grant_id } }), {
    resources: ['grants', 'prompts', 'audit'],
    onSaved: () => toast.success(t.stop.done),
    onDone: onClose,
  });
  return (
    <Confirm
      open
      onClose={onClose}
      title={t.stop.title}
      action={t.stop.action}
      busy={stop.isPending}
      error={stop.error}
      onConfirm={() => stop.mutate()}
    >
      <p dir="auto" className="rounded-control bg-sunken px-3 py-2 wrap-anywhere">
        {coverOf(grant)}
      </p>
      <p>{t.stop.effect}</p>
    </Confirm>
  );
}
