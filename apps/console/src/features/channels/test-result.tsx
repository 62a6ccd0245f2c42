import { CircleAlert, CircleCheck } from 'lucide-react';
import type { ChannelTest } from './queries.js';

/** The result of a channel test: the account, the chat and the problems with their fixes. */
export function TestResult({ result }: { readonly result: ChannelTest }) {
  const { ok, account, target, problems } = result;
  return (
    <div role="status" className="grid gap-2 text-sm">
      {ok && (
        <p className="flex items-center gap-2 font-medium text-good">
          <CircleCheck className="size-4.5 shrink-0" aria-hidden />
          Test passed
        </p>
      )}
      {(account ?? target) !== null && (
        <ul className="grid gap-1">
          {account && (
            <li className="wrap-anywhere">
              Account: <strong>{account.name}</strong> <code className="text-soft">{account.id}</code>
            </li>
          )}
          {target && (
            <li className="wrap-anywhere">
              Chat: <strong>{target.name}</strong> <code className="text-soft">{target.id}</code>
            </li>
          )}
        </ul>
      )}
      {problems.length > 0 && (
        <ul className="grid gap-1.5">
          {problems.map((problem) => (
            <li key={problem} className="flex gap-2 text-bad">
              <CircleAlert className="mt-0.5 size-4.5 shrink-0" aria-hidden />
              <span className="min-w-0 wrap-anywhere">{problem}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
