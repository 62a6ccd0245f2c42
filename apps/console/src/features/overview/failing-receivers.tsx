import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Notice } from '../../components/ui/notice.js';
import { failingReceiversQuery } from '../../lib/receivers.js';
import { t } from './texts.js';

/** A notice with a link to Deliveries, which lists the failing receivers. Load failures are shown there. */
export function FailingReceivers() {
  const { data: receivers = [] } = useQuery(failingReceiversQuery);
  if (receivers.length === 0) return null;
  return (
    <Notice tone="bad">
      {t.failingReceivers(receivers.length)}{' '}
      <Link to="/deliveries" className="underline underline-offset-2">
        {t.deliveries}
      </Link>
    </Notice>
  );
}
