import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ReceiverLink } from '../../components/receiver-link.js';
import { Notice } from '../../components/ui/notice.js';
import { failingReceiversQuery } from '../../lib/records/receivers.js';
import { t } from './texts.js';

/** Deliveries lists the others. */
const SHOWN = 3;

/** A notice with links to failing receivers and to Deliveries. Load failures are shown there. */
export function FailingReceivers() {
  const { data: receivers = [] } = useQuery(failingReceiversQuery);
  if (receivers.length === 0) return null;
  return (
    <Notice tone="bad">
      <p>
        {t.failingReceivers(receivers.length)}{' '}
        <Link to="/deliveries" className="underline underline-offset-2">
          {t.deliveries}
        </Link>
      </p>
      <ul>
        {receivers.slice(0, SHOWN).map((receiver) => (
          <li key={receiver.destination}>
            <ReceiverLink receiver={receiver} />
          </li>
        ))}
      </ul>
    </Notice>
  );
}
