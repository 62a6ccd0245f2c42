import { Badge } from '../../components/ui/badge.js';
import { CodeBlock } from '../../components/ui/copy.js';
import { Time } from '../../components/ui/time.js';
import { duration } from '../../lib/time.js';
import type { Delivery } from './delivery-drawer.js';

/** Every attempt, the latest first. */
export function Attempts({ delivery }: { readonly delivery: Delivery }) {
  return (
    <section className="grid gap-2">
      <h3 className="text-sm font-semibold">Attempts</h3>
      {delivery.attempts.length === 0 ? (
        <p className="text-sm text-soft">None has ended yet.</p>
      ) : (
        <ol className="rounded-card border border-line" reversed>
          {delivery.attempts.toReversed().map((attempt) => (
            <Attempt key={attempt.number} attempt={attempt} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Attempt({ attempt }: { readonly attempt: Delivery['attempts'][number] }) {
  const { number, started_at, duration_ms, status, error, response } = attempt;
  return (
    <li className="grid gap-2 border-b border-line px-4 py-3 text-sm last:border-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="text-soft tabular-nums">#{number}</span>
        <Badge tone={error === null ? 'good' : 'bad'}>{status ?? 'No answer'}</Badge>
        <span className="tabular-nums">{duration(duration_ms)}</span>
        <span className="ml-auto text-soft">
          <Time at={started_at} />
        </span>
      </div>
      {error !== null && <p className="break-words text-soft">{error}</p>}
      {response !== null && response !== '' && (
        <details className="min-w-0">
          <summary className="w-fit rounded text-[0.8125rem] text-accent">What it answered</summary>
          <div className="mt-2">
            <CodeBlock text={response} label={`Answer to attempt ${number}`} />
          </div>
        </details>
      )}
    </li>
  );
}
