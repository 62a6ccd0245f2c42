import type { RuleRecord } from '@gateway/contract';
import { deleteRule } from '@gateway/contract/values';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { ListOrdered, Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/ui/button.js';
import { Card } from '../../components/ui/card.js';
import { Confirm } from '../../components/ui/dialog.js';
import { Empty } from '../../components/ui/list/empty.js';
import { Loaded } from '../../components/ui/list/loaded.js';
import { Page } from '../../components/ui/page.js';
import { call } from '../../lib/api.js';
import { lazyDialog } from '../../lib/load/lazy-dialog.js';
import { useMay } from '../../lib/session/session.js';
import { rulesQuery } from './queries.js';
import { Comparison } from './comparison.js';
import { RuleList } from './rule-list.js';
import { t } from './texts.js';
import { useRuleChange } from './use-rule-change.js';

const RuleDialog = lazyDialog(async () => (await import('./rule-dialog.js')).RuleDialog);

const route = getRouteApi('/shell/rules');

export function RulesPage() {
  const { draft, verdict = 'ask' } = route.useSearch();
  const navigate = useNavigate({ from: '/rules' });
  const query = useQuery(rulesQuery);
  // The rule whose dialog is open; null: a new one; undefined: no dialog.
  const [changed, setChanged] = useState<RuleRecord | null | undefined>(undefined);
  const [deleted, setDeleted] = useState<RuleRecord | null>(null);
  const disabledReason = useMay('policies:write') ? null : t.ownersOnly;
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
          {(rules) =>
            rules.length === 0 ? (
              <Empty icon={ListOrdered} title={t.none}>
                <p>{t.withoutRules}</p>
              </Empty>
            ) : (
              <RuleList rules={rules} onChange={setChanged} onDelete={setDeleted} />
            )
          }
        </Loaded>
      </Card>
      <Card>
        <Comparison key={query.data?.map(({ rule_id, version }) => `${rule_id} ${version}`).join()} />
      </Card>
      {deleted && <DeleteDialog rule={deleted} onClose={() => setDeleted(null)} />}
      {draft !== undefined && disabledReason === null && (
        <RuleDialog
          rule={null}
          suggested={{ name: draft, verdict }}
          onClose={() => void navigate({ search: {}, replace: true })}
        />
      )}
      {changed !== undefined && <RuleDialog rule={changed} onClose={() => setChanged(undefined)} />}
    </Page>
  );
}

interface DeleteProps {
  readonly rule: RuleRecord;
  readonly onClose: () => void;
}

function DeleteDialog({ rule: { rule_id: id }, onClose }: DeleteProps) {
  const remove = useRuleChange(() => call(deleteRule, { params: { id } }), onClose);
  return (
    <Confirm
      open
      onClose={onClose}
      title={t.deleteQuestion(id)}
      action={t.delete}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
    >
      <p>{t.deletion}</p>
    </Confirm>
  );
}
