import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { Filled } from '../../components/ui/form/filled.js';
import type { ChannelTest } from './queries.js';
import { t } from './texts.js';

/** The result of a channel test: the account, the chat, the problems with their fixes, and what the platform withholds. */
export function TestResult({ result }: { readonly result: ChannelTest }) {
  const { ok, account, target, problems, remarks } = result;
  return (
    <div role="status" className="grid gap-2 text-sm">
      {ok && (
        <p className="flex items-center gap-2 font-medium text-good">
          <CircleCheck className="size-4.5 shrink-0" aria-hidden />
          {t.testResult.passed}
        </p>
      )}
      {(account ?? target) !== null && (
        <ul className="grid gap-1">
          {account && (
            <li className="wrap-anywhere">
              <Filled text={t.testResult.account} parts={{ account: <Named {...account} /> }} />
            </li>
          )}
          {target && (
            <li className="wrap-anywhere">
              <Filled text={t.testResult.target} parts={{ target: <Named {...target} /> }} />
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
      {remarks.length > 0 && (
        <ul className="grid gap-1.5">
          {remarks.map((remark) => (
            <li key={remark} className="flex gap-2 text-wait">
              <TriangleAlert className="mt-0.5 size-4.5 shrink-0" aria-hidden />
              <span className="min-w-0 wrap-anywhere">{remark}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Named({ name, id }: { readonly name: string; readonly id: string }) {
  return (
    <>
      <strong>{name}</strong> <code className="text-soft">{id}</code>
    </>
  );
}
