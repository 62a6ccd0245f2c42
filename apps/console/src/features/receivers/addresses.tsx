import { Link } from '@tanstack/react-router';
import { Card } from '../../components/ui/card.js';
import { ColumnHead } from '../../components/ui/list/column-head.js';
import { Cell, HeadCell, TableRow } from '../../components/ui/list/table.js';
import { Time } from '../../components/ui/time.js';
import { formatNumber } from '../../lib/language/locale.js';
import type { ReceiverWithFailure } from './queries.js';
import { t } from './texts.js';

const columns = [t.addresses.address, t.addresses.delivered, t.addresses.queue, t.addresses.failed, t.addresses.last];

/** What each callback address of the receiver got. */
export function Addresses({ receiver: { addresses, destination } }: { readonly receiver: ReceiverWithFailure }) {
  return (
    <Card flush title={t.addresses.title} help={t.addresses.help}>
      {addresses.length === 0 ? (
        <p className="px-5 pb-5 text-sm text-soft">{t.addresses.none}</p>
      ) : (
        // Scrolls, so that the keyboard reaches what is outside.
        <div className="overflow-x-auto" role="group" aria-label={t.addresses.title} tabIndex={0}>
          <table className="w-full text-left text-sm">
            <caption className="sr-only">{t.addresses.title}</caption>
            <thead>
              <tr>
                {columns.map((label) => (
                  <ColumnHead key={label} label={label} />
                ))}
              </tr>
            </thead>
            <tbody>
              {addresses.map(({ url, delivered_count, pending_count, dead_count, last_attempt_at }) => (
                <TableRow key={url}>
                  <HeadCell className="min-w-40">
                    <Link
                      to="/deliveries"
                      search={{ url }}
                      title={url}
                      className="font-medium wrap-anywhere text-accent underline-offset-2 hover:underline"
                    >
                      {url.slice(destination.length)}
                    </Link>
                  </HeadCell>
                  {[delivered_count, pending_count, dead_count].map((count, place) => (
                    <Cell key={columns[place + 1]} className="tabular-nums">
                      {formatNumber(count)}
                    </Cell>
                  ))}
                  <Cell className="whitespace-nowrap text-soft">
                    <Time at={last_attempt_at} />
                  </Cell>
                </TableRow>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}
