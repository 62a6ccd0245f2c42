import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/ui/button.js';
import { Card } from '../../components/ui/card.js';
import { Page } from '../../components/ui/page.js';
import { Loaded } from '../../components/ui/list/loaded.js';
import { SkeletonRows } from '../../components/ui/list/states.js';
import { lazyDialog } from '../../lib/load/lazy-dialog.js';
import { useMay, useSession } from '../../lib/session/session.js';
import { Invitations } from './invitations.js';
import { OperatorRow } from './operator-row.js';
import { operatorsQuery } from './queries.js';
import { RolesTable } from './roles-table.js';
import { t } from './texts.js';

const InviteDialog = lazyDialog(async () => (await import('./invite-dialog.js')).InviteDialog);

export function OperatorsPage() {
  const { operator, gateway } = useSession();
  const may = useMay('admin');
  const operators = useQuery(operatorsQuery);
  const [inviting, setInviting] = useState(false);
  return (
    <Page
      title={t.title}
      help={t.help}
      actions={
        <Button
          look="primary"
          disabledReason={
            !may ? t.invite.ownersOnly : gateway.sign_in.password ? null : t.invite.byProvider(gateway.sign_in.provider)
          }
          onClick={() => setInviting(true)}
        >
          <UserPlus className="size-4" aria-hidden />
          {t.invite.action}
        </Button>
      }
    >
      <Card flush>
        <h2 className="sr-only">{t.list.heading}</h2>
        <Loaded query={operators} loading={<SkeletonRows rows={2} />}>
          {(all) => (
            <ul>
              {all.map((one) => (
                <OperatorRow key={one.id} operator={one} own={one.id === operator.id} />
              ))}
            </ul>
          )}
        </Loaded>
      </Card>
      {/* Rendered together with the list above, to avoid a layout shift. */}
      {!operators.isPending && (
        <>
          <Invitations />
          <RolesTable />
        </>
      )}
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Page>
  );
}
