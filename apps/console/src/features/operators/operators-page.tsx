import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/ui/button.js';
import { Card } from '../../components/ui/card.js';
import { Page } from '../../components/ui/page.js';
import { Loaded, SkeletonRows } from '../../components/ui/states.js';
import { useMay, useSession } from '../../lib/session.js';
import { InviteDialog } from './invite-dialog.js';
import { Invitations } from './invitations.js';
import { OperatorRow } from './operator-row.js';
import { operatorsQuery } from './queries.js';
import { RolesTable } from './roles-table.js';

export function OperatorsPage() {
  const { operator, gateway } = useSession();
  const may = useMay('admin');
  const operators = useQuery(operatorsQuery);
  const [inviting, setInviting] = useState(false);
  return (
    <Page
      title="Operators"
      help="People who sign in to this console. Agents use API keys instead."
      actions={
        <Button
          look="primary"
          disabledReason={
            !may
              ? `Your role ${operator.role} cannot invite operators. Ask an owner.`
              : gateway.sign_in.password
                ? null
                : `Operators sign in with ${gateway.sign_in.provider ?? 'the provider'}, which gives them their role.`
          }
          onClick={() => setInviting(true)}
        >
          <UserPlus className="size-4" aria-hidden />
          Invite
        </Button>
      }
    >
      <Card flush>
        <h2 className="sr-only">Accounts</h2>
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
