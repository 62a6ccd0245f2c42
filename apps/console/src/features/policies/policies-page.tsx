import type { PolicyRecord } from '@gateway/contract';
import { deletePolicy } from '@gateway/contract/values';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Plus, Scale } from 'lucide-react';
import { useState } from 'react';
import { EntryRow } from '../../components/entry-row.js';
import { ManagedBadge, managedReason } from '../../components/managed.js';
import { Button } from '../../components/ui/button.js';
import { Card } from '../../components/ui/card.js';
import { Confirm } from '../../components/ui/dialog.js';
import { MoreRows } from '../../components/ui/list/more-rows.js';
import { Page } from '../../components/ui/page.js';
import { Empty } from '../../components/ui/list/empty.js';
import { Loaded } from '../../components/ui/list/loaded.js';
import { call } from '../../lib/api.js';
import { useDirectory } from '../../lib/records/directory.js';
import { policiesQuery } from '../../lib/records/policies.js';
import { policySentences } from '../../lib/records/policy-sentences.js';
import { useMay } from '../../lib/session/session.js';
import { t } from './texts.js';
import { usePolicyChange } from './use-policy-change.js';
import { lazyDialog } from '../../lib/load/lazy-dialog.js';

const PolicyDialog = lazyDialog(async () => (await import('./policy-dialog.js')).PolicyDialog);

export function PoliciesPage() {
  const query = useInfiniteQuery(policiesQuery);
  const directory = useDirectory();
  // The policy whose dialog is open; null: a new one; undefined: no dialog.
  const [changed, setChanged] = useState<PolicyRecord | null | undefined>(undefined);
  const [deleted, setDeleted] = useState<PolicyRecord | null>(null);
  const disabledReason = useMay('policies:write') ? null : t.ownersOnly;
  const policies: readonly PolicyRecord[] = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Page
      title={t.title}
      help={t.help}
      actions={
        <Button look="primary" disabledReason={disabledReason} onClick={() => setChanged(null)}>
          <Plus className="size-4" aria-hidden />
          {t.add}
        </Button>
      }
    >
      <Card flush>
        <h2 className="sr-only">{t.title}</h2>
        <Loaded query={query}>
          {() =>
            policies.length === 0 ? (
              <Empty icon={Scale} title={t.none}>
                <p>{t.withoutPolicy}</p>
              </Empty>
            ) : (
              <ul aria-label={t.title}>
                {policies.map((policy) => (
                  <EntryRow
                    key={policy.policy_id}
                    id={policy.policy_id}
                    name={policy.name}
                    disabledReason={disabledReason ?? managedReason(policy)}
                    onChange={() => setChanged(policy)}
                    onDelete={() => setDeleted(policy)}
                  >
                    <ManagedBadge record={policy} />
                    <p dir="auto" className="min-w-0 wrap-anywhere">
                      {policySentences(policy, directory).join(' ')}
                    </p>
                  </EntryRow>
                ))}
              </ul>
            )
          }
        </Loaded>
        <MoreRows query={query} />
      </Card>
      {deleted && <DeleteDialog policy={deleted} onClose={() => setDeleted(null)} />}
      {changed !== undefined && <PolicyDialog policy={changed} onClose={() => setChanged(undefined)} />}
    </Page>
  );
}

interface DeleteProps {
  readonly policy: PolicyRecord;
  readonly onClose: () => void;
}

function DeleteDialog({ policy: { policy_id: id, name }, onClose }: DeleteProps) {
  const remove = usePolicyChange(() => call(deletePolicy, { params: { id } }), onClose);
  return (
    <Confirm
      open
      onClose={onClose}
      title={t.deleteQuestion(name)}
      action={t.delete}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
    >
      <p>{t.deletion}</p>
    </Confirm>
  );
}
