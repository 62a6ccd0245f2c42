import { roles } from '@gateway/contract';
import { Cell, HeadCell, Table, TableRow } from '../../components/ui/table.js';
import { Card } from '../../components/ui/card.js';
import { roleTable } from './roles.js';

/** Who may do what, read from the rights themselves. */
export function RolesTable() {
  return (
    <Card
      title="What each role may do"
      help="The gateway itself holds everybody to this, whatever the console shows."
      flush
    >
      <Table
        label="What each role may do"
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
