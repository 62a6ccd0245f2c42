import { roles } from '@gateway/contract';
import { Cell, HeadCell, Table, TableRow } from '../../components/ui/table.js';
import { Card } from '../../components/ui/card.js';
import { roleTable } from './roles.js';

/** The permissions of each role, derived from its scopes. */
export function RolesTable() {
  return (
    <Card title="Role permissions" help="Enforced by the gateway for every request." flush>
      <Table
        label="Role permissions"
        focusable
        columns={['Area', ...roles.map((role) => role[0]?.toUpperCase() + role.slice(1))]}
      >
        {roleTable().map(({ area, may }) => (
          <TableRow key={area}>
            <HeadCell>{area}</HeadCell>
            {roles.map((role) => (
              <Cell key={role}>
                {may[role] ?? (
                  <>
                    <span aria-hidden className="text-soft">
                      –
                    </span>
                    <span className="sr-only">Nothing</span>
                  </>
                )}
              </Cell>
            ))}
          </TableRow>
        ))}
      </Table>
    </Card>
  );
}
