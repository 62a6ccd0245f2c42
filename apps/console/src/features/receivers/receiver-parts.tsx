import { Link } from '@tanstack/react-router';
import { Badge } from '../../components/ui/badge.js';
import { classes } from '../../components/ui/classes.js';
import { wholeRow } from '../../components/ui/list/table.js';
import { receiverBadge } from '../../lib/records/receivers.js';
import type { ReceiverDetail } from './queries.js';

interface Props {
  readonly receiver: ReceiverDetail;
}

/** The receiver's address, a link over its whole row. */
export function OpenLink({ receiver }: Props) {
  return (
    <Link
      to="/receivers/$receiverId"
      params={{ receiverId: receiver.id }}
      className={classes('block truncate font-medium', wholeRow)}
      title={receiver.destination}
    >
      {receiver.destination}
    </Link>
  );
}

export function State({ receiver }: Props) {
  const { label, tone } = receiverBadge(receiver);
  return <Badge tone={tone}>{label}</Badge>;
}
