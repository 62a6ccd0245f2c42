import type { PromptAnswerers } from '@gateway/contract';
import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { t as texts } from './texts.js';

const t = texts.problems;

const link = 'font-medium whitespace-nowrap underline underline-offset-2';

/** What prevents an answer, with links to where it is repaired. */
export function Problems({ problems }: Pick<PromptAnswerers, 'problems'>) {
  if (problems.length === 0) return null;
  return (
    <ul
      aria-label={t.title}
      className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-card bg-wait-tint px-5 py-3.5 text-sm text-wait"
    >
      {problems.map(({ message, channel_id: channelId }) => (
        <li key={message} className="flex gap-2.5">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
          <p dir="auto" className="min-w-0 wrap-anywhere">
            {message}{' '}
            {channelId === null ? (
              <Link to="/people" className={link}>
                {t.openPeople}
              </Link>
            ) : (
              <Link to="/channels/$channelId" params={{ channelId }} className={link}>
                {t.openChannel}
              </Link>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}
