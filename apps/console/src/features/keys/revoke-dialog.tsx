import type { KeyRecord } from '@gateway/contract';
import { revokeKey } from '@gateway/contract/values';
import { Confirm } from '../../components/ui/dialog.js';
import { Filled } from '../../components/ui/form/filled.js';
import { Time } from '../../components/ui/time.js';
import { call } from '../../lib/api.js';
import { useSave } from '../../lib/forms/use-save.js';
import { t } from './texts.js';

export function RevokeDialog({ apiKey, onClose }: { readonly apiKey: KeyRecord; readonly onClose: () => void }) {
  const revoke = useSave(() => call(revokeKey, { params: { id: apiKey.id } }), {
    resources: ['keys', 'audit'],
    onSaved: onClose,
  });
  return (
    <Confirm
      open
      onClose={onClose}
      title={t.revoke.title(apiKey.name)}
      action={t.revoke.submit}
      typed={apiKey.name.trim()}
      busy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate()}
    >
      <p>
        <Filled text={t.revoke.effect} parts={{ key: <code>{apiKey.key_prefix}…</code> }} />
      </p>
      <p className="text-soft">
        <Filled text={t.list.lastUsedAt} parts={{ time: <Time at={apiKey.last_used_at} none={t.list.never} /> }} />
      </p>
    </Confirm>
  );
}
