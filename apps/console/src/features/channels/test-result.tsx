import { CircleAlert, CircleCheck } from 'lucide-react';
import type { ChannelTest } from './queries.js';

/** What the platform said of a channel: who the bot is, which chat it reaches, or what to do. */
export function TestResult({ result }: { readonly result: ChannelTest }) {
  const { ok, account, target, problems } = result;
  return (
    <div role="status" className="grid gap-2 text-sm">
      {ok && (
        <p className="flex items-center gap-2 font-medium text-good">
          <CircleCheck className="size-4.5 shrink-0" aria-hidden />
          It works
        </p>
      )}
      {(account ?? target) !== null && (
        <ul className="grid gap-1">
          {account && (
            <li className="break-words">
              The credentials are those of <strong>{account.name}</strong>{' '}
              <code className="text-soft">{account.id}</code>
            </li>
          )}
          {target && (
            <li className="break-words">
              The chat is <strong>{target.name}</strong> <code className="text-soft">{target.id}</code>
            </li>
          )}
        </ul>
      )}
      {problems.length > 0 && (
        <ul className="grid gap-1.5">
          {problems.map((problem) => (
            <li key={problem} className="flex gap-2 text-bad">
              <CircleAlert className="mt-0.5 size-4.5 shrink-0" aria-hidden />
              <span className="min-w-0 break-words">{problem}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
