import type { ReplayedRules } from '@gateway/contract';
import { replayRules } from '@gateway/contract/values';
import { useMutation } from '@tanstack/react-query';
import { History, ArrowRight } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { Button } from '../../components/ui/button.js';
import { Failure } from '../../components/ui/list/states.js';
import { call } from '../../lib/api.js';
import { formatNumber } from '../../lib/language/locale.js';
import type { RuleBody } from './draft.js';
import { t as texts } from './texts.js';

const t = texts.comparison;
const DAYS = 30;

interface Props {
  /** A rule that is being entered. Null: it is not complete. Undefined: the rules as they are. */
  readonly rule?: RuleBody | null;
  /** Without waiting for the button. */
  readonly atOnce?: boolean;
}

/** Compares the rules, or a rule that is being entered, with past actions. */
export function Comparison({ rule, atOnce = false }: Props) {
  const headingId = useId();
  const comparison = useMutation({
    mutationFn: (draft: RuleBody | null) => call(replayRules, { body: { days: DAYS, ...(draft && { rule: draft }) } }),
  });
  const { mutate } = comparison;
  const first = useRef(atOnce ? (rule ?? null) : null);
  useEffect(() => {
    if (first.current !== null) mutate(first.current);
  }, [mutate]);
  // What was compared is not the rule any more after a change.
  const isCurrent = JSON.stringify(comparison.variables) === JSON.stringify(rule ?? null);
  return (
    <section aria-labelledby={headingId} className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-3 text-sm">
      <div>
        <h3 id={headingId} className="text-[0.9375rem] font-semibold">
          {t.title}
        </h3>
        <p className="mt-0.5 text-[0.8125rem] text-soft">{t.help}</p>
      </div>
      <Button
        busy={comparison.isPending}
        disabledReason={rule === null ? texts.preview.incomplete : null}
        onClick={() => comparison.mutate(rule ?? null)}
      >
        <History className="size-4" aria-hidden />
        {t.action}
      </Button>
      <div role="status" className="grid w-full empty:-mt-3 grid-cols-[minmax(0,1fr)] gap-3">
        {isCurrent && comparison.data && <Result compared={comparison.data} />}
      </div>
      {isCurrent && comparison.error && <Failure bare error={comparison.error} />}
    </section>
  );
}

function Result({ compared }: { readonly compared: ReplayedRules }) {
  const { actions, is_complete, then: before, now, changed } = compared;
  if (actions === 0) return <p>{t.none(DAYS)}</p>;
  return (
    <>
      <p className="font-medium">{t.result(actions, DAYS, now, before)}</p>
      {!is_complete && <p className="text-soft">{t.incomplete(actions)}</p>}
      {changed.length === 0 ? (
        <p className="text-soft">{t.same}</p>
      ) : (
        <ul aria-label={t.changed} className="divide-y divide-line rounded-control border border-line">
          {changed.map((each) => (
            <li
              key={`${each.name} ${each.then} ${each.now}`}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2"
            >
              <code className="min-w-0 flex-1 wrap-anywhere">{each.name}</code>
              <span className="flex items-center gap-1.5">
                {t.verdicts[each.then]}
                <ArrowRight className="size-3.5" aria-label="→" />
                {t.verdicts[each.now]}
              </span>
              <span className="min-w-8 text-right text-soft tabular-nums">{formatNumber(each.count)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
