import { Link } from '@tanstack/react-router';
import { receiverIdOf } from '../lib/records/receivers.js';

/** A receiver, with a link to its page. */
export function ReceiverLink({ destination }: { readonly destination: string }) {
  return (
    <Link
      to="/receivers/$receiverId"
      params={{ receiverId: receiverIdOf(destination) }}
      className="font-medium break-all underline underline-offset-2"
    >
      {destination}
    </Link>
  );
}
