import type { PromptRecord } from '@gateway/contract';
import { escalatePrompt } from '@gateway/contract/values';
import { BellDot, Split } from 'lucide-react';
import { Button } from '../../../components/ui/button.js';
import { Filled } from '../../../components/ui/form/filled.js';
import { Failure } from '../../../components/ui/list/states.js';
import { call } from '../../../lib/api.js';
import { sentence } from '../../../lib/forms/form-errors.js';
import type { Names } from '../../../lib/records/names.js';
import { stepText } from '../../../lib/records/policy-sentences.js';
import { stepsOf } from '../terms/steps.js';
import { Moment } from './moment.js';
import { t as texts } from './texts.js';
import { useTaking } from './use-taking.js';

const t = texts.steps;

interface Props {
  readonly prompt: PromptRecord;
  readonly directory: Names;
  /** Whether the operator may make the next step before its time. */
  readonly mayStep: boolean;
}

/** The steps of the policy that are made unless somebody decides, with their times. */
export function ComingSteps({ prompt, directory, mayStep }: Props) {
  const { next } = stepsOf(prompt);
  const early = useTaking<void>(() => call(escalatePrompt, { params: { id: prompt.id } }));
  const [first] = next;
  if (!first) return null;
  return (
    <div className="grid gap-1.5 border-t border-line pt-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-[0.8125rem] text-soft">{t.title}</h2>
        {mayStep && (
          <Button size="small" className="print:hidden" busy={early.isPending} onClick={() => early.mutate()}>
            {first.step.remind ? t.remindNow : t.escalateNow}
          </Button>
        )}
      </div>
      {early.isError && <Failure bare error={early.error} />}
      <ol aria-label={t.title}>
        {next.map(({ step, dueAt, at }) => {
          const Icon = step.remind ? BellDot : Split;
          return (
            <li key={dueAt} className="group relative flex gap-2.5 pb-2 last:pb-0">
              <span aria-hidden className="absolute top-5 bottom-0 left-[0.4375rem] w-px bg-line group-last:hidden" />
              <Icon className="mt-[0.1875rem] size-3.5 shrink-0 text-soft" aria-hidden />
              <p dir="auto" className="min-w-0 wrap-anywhere">
                <span className="font-medium">
                  <Moment at={at ?? dueAt} />
                </span>{' '}
                {sentence(stepText(step, directory))}
                {at !== dueAt && (
                  <span className="text-wait">
                    {' '}
                    <Filled text={t.held} parts={{ time: <Moment at={dueAt} /> }} />
                  </span>
                )}
              </p>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
