import type { CheckResult } from '@gateway/contract';
import { runChecks } from '@gateway/contract/values';
import { useMutation } from '@tanstack/react-query';
import { Button } from '../../components/ui/button.js';
import { Card } from '../../components/ui/card.js';
import { Failure } from '../../components/ui/list/states.js';
import { call } from '../../lib/api.js';
import { CheckRow } from './check-row.js';
import type { Check } from './checks.js';
import { t } from './texts.js';

const states: Record<CheckResult['state'], Check['state']> = {
  failed: 'bad',
  warning: 'wait',
  ok: 'good',
  skipped: 'unknown',
};
const order = Object.keys(states);

/** The checks of `gateway-server doctor`, which call platforms and receivers and therefore run on request. Problems come first. */
export function InstallationChecks() {
  const run = useMutation({ mutationFn: () => call(runChecks, {}) });
  const checks = run.data?.checks.toSorted((left, right) => order.indexOf(left.state) - order.indexOf(right.state));
  return (
    <Card
      title={t.installation.title}
      help={t.installation.help}
      actions={
        <Button onClick={() => run.mutate()} busy={run.isPending}>
          {run.isPending ? t.installation.checking : checks ? t.installation.again : t.installation.check}
        </Button>
      }
      flush
    >
      {run.isError && <Failure error={run.error} retry={() => run.mutate()} bare />}
      {checks && (
        <ul aria-live="polite">
          {checks.map(({ name, state, text, advice }) => (
            <CheckRow
              key={`${name}: ${text}`}
              check={{ name, state: states[state], text, ...(advice !== null && { advice }) }}
            />
          ))}
        </ul>
      )}
    </Card>
  );
}
