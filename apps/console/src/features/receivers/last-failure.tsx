import { Link } from '@tanstack/react-router';
import { Badge } from '../../components/ui/badge.js';
import { Card, Fact, Facts } from '../../components/ui/card.js';
import { CodeBlock } from '../../components/ui/copy.js';
import { Time } from '../../components/ui/time.js';
import { duration } from '../../lib/time/time.js';
import type { ReceiverWithFailure } from './queries.js';
import { t } from './texts.js';

interface Props {
  readonly receiver: ReceiverWithFailure;
  /** Whether no attempt has finished since. */
  readonly isLast: boolean;
}

/** What the receiver answered when an attempt failed last. */
export function LastFailure({ receiver: { last_failure: last }, isLast }: Props) {
  return (
    <Card title={isLast ? t.last.title : t.failure.title} help={isLast ? undefined : t.failure.help}>
      {last === null ? (
        <p className="text-sm text-soft">{t.failure.none}</p>
      ) : (
        <div className="grid gap-4">
          <Facts>
            <Fact name={t.last.response}>
              <Badge tone="bad">{last.status ?? t.last.noResponse}</Badge>
            </Fact>
            <Fact name={t.failure.error}>{last.error}</Fact>
            <Fact name={t.last.started}>
              <Time at={last.started_at} />
            </Fact>
            <Fact name={t.last.duration}>{duration(last.duration_ms)}</Fact>
            <Fact name={t.failure.attempt}>{last.number}</Fact>
            <Fact name={t.failure.delivery}>
              <Link
                to="/deliveries"
                search={{ id: last.delivery_id }}
                className="text-accent underline-offset-2 hover:underline"
              >
                {t.failure.open}
              </Link>
            </Fact>
            {last.response === '' && <Fact name={t.failure.body}>{t.failure.emptyBody}</Fact>}
          </Facts>
          {last.response !== null && last.response !== '' && (
            <section className="grid min-w-0 gap-2">
              <h3 className="text-sm font-semibold">{t.failure.body}</h3>
              <CodeBlock text={last.response} label={t.failure.body} />
            </section>
          )}
        </div>
      )}
    </Card>
  );
}
