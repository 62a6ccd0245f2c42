import { roles } from '@gateway/contract/values';
import { Cell, HeadCell, Table, TableRow } from '../../components/ui/list/table.js';
import { Card } from '../../components/ui/card.js';
import { t as common } from '../../lib/language/texts.js';
import { roleTable } from './roles.js';
import { t } from './texts.js';

/** The permissions of each role, derived from its scopes. */
export function RolesTable() {
  return (
    <Card title={t.permissions.title} help={t.permissions.help} flush>
      <Table
        label={t.permissions.title}
        focusable
        columns={[t.permissions.area, ...roles.map((role) => common.roles[role])]}
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
                    <span className="sr-only">{t.permissions.nothing}</span>
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
