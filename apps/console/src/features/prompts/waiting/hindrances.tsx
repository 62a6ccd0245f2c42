import type { PromptAnswerers } from '@gateway/contract';
import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';

const link = 'font-medium whitespace-nowrap underline underline-offset-2';

/** What hinders an answer, with links to where it is repaired. */
export function Hindrances({ hindrances }: Pick<PromptAnswerers, 'hindrances'>) {
  if (hindrances.length === 0) return null;
  return (
    <ul
      aria-label="What hinders an answer"
      className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-card bg-wait-tint px-5 py-3.5 text-sm text-wait"
    >
      {hindrances.map(({ message, channel_id: channelId }) => (
        <li key={message} className="flex gap-2.5">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
          <p dir="auto" className="min-w-0 wrap-anywhere">
            {message}{' '}
            {channelId === null ? (
              <Link to="/people" className={link}>
                Open People
              </Link>
            ) : (
              <Link to="/channels/$channelId" params={{ channelId }} className={link}>
                Open the channel
              </Link>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}
