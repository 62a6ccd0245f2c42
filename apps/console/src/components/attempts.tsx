import type { ReplyOf } from '@gateway/contract';
import type { getDelivery } from '@gateway/contract/values';
import { duration } from '../lib/time/time.js';
import { Badge } from './ui/badge.js';
import { CodeBlock } from './ui/copy.js';
import { Time } from './ui/time.js';
import { t } from './texts.js';

type Attempt = ReplyOf<typeof getDelivery>['attempts'][number];

/** The attempts of a delivery, newest first. */
export function Attempts({ attempts }: { readonly attempts: readonly Attempt[] }) {
  return (
    <ol
      className="divide-y divide-line rounded-control border border-line text-[0.8125rem]"
      aria-label={t.attempts.list}
      reversed
    >
      {attempts.toReversed().map((attempt) => (
        <AttemptRow key={attempt.number} attempt={attempt} />
      ))}
    </ol>
  );
}

function AttemptRow({ attempt }: { readonly attempt: Attempt }) {
  const { number, started_at, duration_ms, status, error, response } = attempt;
  return (
    <li className="grid gap-1.5 px-3 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 tabular-nums">
        <span className="text-soft">#{number}</span>
        <Badge tone={error === null ? 'good' : 'bad'}>{status ?? t.attempts.noResponse}</Badge>
        <span className="text-soft">{duration(duration_ms)}</span>
        <span className="ml-auto text-soft">
          <Time at={started_at} />
        </span>
      </div>
      {error !== null && <p className="wrap-anywhere text-soft">{error}</p>}
      {response !== null && response !== '' && (
        <details className="min-w-0">
          <summary className="w-fit rounded text-accent">{t.attempts.responseBody}</summary>
          <div className="mt-2">
            <CodeBlock text={response} label={t.attempts.responseTo(number)} />
          </div>
        </details>
      )}
    </li>
  );
}
