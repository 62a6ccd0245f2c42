import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Notice } from '../../components/ui/states.js';
import { failingReceiversQuery } from '../../lib/receivers.js';
import { counted } from '../../lib/counted.js';

/** A notice with a link to Deliveries, which lists the failing receivers. Load failures are shown there. */
export function FailingReceivers() {
  const { data: receivers = [] } = useQuery(failingReceiversQuery);
  if (receivers.length === 0) return null;
  return (
    <Notice tone="bad">
      {counted(receivers.length, 'receiver is', 'receivers are')} failing.{' '}
      <Link to="/deliveries" className="underline underline-offset-2">
        Deliveries
      </Link>
    </Notice>
  );
}
