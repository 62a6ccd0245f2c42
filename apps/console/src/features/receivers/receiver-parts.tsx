import { shownText } from '@gateway/contract/values';
import { Link } from '@tanstack/react-router';
import { Badge } from '../../components/ui/badge.js';
import { classes } from '../../components/ui/classes.js';
import { wholeRow } from '../../components/ui/list/table.js';
import { receiverBadge } from '../../lib/records/receivers.js';
import type { ReceiverDetail } from './queries.js';

interface Props {
  readonly receiver: ReceiverDetail;
}

/** The receiver's name and address, the first of them a link over its whole row. */
export function OpenLink({ receiver: { id, destination, name } }: Props) {
  return (
    <>
      <Link
        to="/receivers/$receiverId"
        params={{ receiverId: id }}
        className={classes('block truncate font-medium', wholeRow)}
        title={destination}
      >
        {name === null ? destination : <bdi>{shownText(name)}</bdi>}
      </Link>
      {name !== null && <span className="block truncate text-[0.8125rem] text-soft">{destination}</span>}
    </>
  );
}

export function State({ receiver }: Props) {
  const { label, tone } = receiverBadge(receiver);
  return <Badge tone={tone}>{label}</Badge>;
}
