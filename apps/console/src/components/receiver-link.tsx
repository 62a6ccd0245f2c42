import type { ReceiverRecord } from '@gateway/contract';
import { shownText } from '@gateway/contract/values';
import { Link } from '@tanstack/react-router';
import { receiverIdOf } from '../lib/records/receivers.js';

interface Props {
  readonly receiver: Pick<ReceiverRecord, 'destination' | 'name'>;
}

/** A receiver, with a link to its page. A name never stands without the address. */
export function ReceiverLink({ receiver: { destination, name } }: Props) {
  return (
    <>
      <Link
        to="/receivers/$receiverId"
        params={{ receiverId: receiverIdOf(destination) }}
        className="font-medium wrap-anywhere underline underline-offset-2"
      >
        {name === null ? destination : <bdi>{shownText(name)}</bdi>}
      </Link>
      {name !== null && <span className="break-all"> ({destination})</span>}
    </>
  );
}
