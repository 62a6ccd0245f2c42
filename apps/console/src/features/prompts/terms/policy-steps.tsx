import type { PromptRecord } from '@gateway/contract';
import { BellDot, Split } from 'lucide-react';
import { useDirectory } from '../../../lib/records/directory.js';
import { stepText } from '../../../lib/records/policy-sentences.js';
import { Step } from '../step.js';
import { stepsOf } from './steps.js';
import { t as texts } from './texts.js';

const t = texts.steps;

/** The steps of the policy that were made. Those that follow are beside who looks after the prompt. */
export function PolicySteps({ prompt }: { readonly prompt: PromptRecord }) {
  const directory = useDirectory();
  return stepsOf(prompt).done.map(({ step, dueAt, at, isUnsure }) => (
    <Step
      key={dueAt}
      icon={step.remind ? BellDot : Split}
      title={(isUnsure ? t.unsure : t.done)(stepText(step, directory))}
      at={at}
    />
  ));
}
