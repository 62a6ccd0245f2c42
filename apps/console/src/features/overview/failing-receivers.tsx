import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Notice } from '../../components/ui/states.js';
import { failingReceiversQuery } from '../../lib/receivers.js';
import { counted } from '../../lib/counted.js';

/** One line that leads to Deliveries, where each receiver is named; a list that cannot be had is told of there. */
export function FailingReceivers() {
  const { data: receivers = [] } = useQuery(failingReceiversQuery);
  if (receivers.length === 0) return null;
  return (
    <Notice tone="bad">
      {counted(receivers.length, 'receiver takes', 'receivers take')} no callbacks.{' '}
      <Link to="/deliveries" className="underline underline-offset-2">
        Deliveries
      </Link>
    </Notice>
  );
}
