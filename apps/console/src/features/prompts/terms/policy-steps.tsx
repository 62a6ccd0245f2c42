import type { PromptRecord } from '@gateway/contract';
import { BellDot, Split } from 'lucide-react';
import { Filled } from '../../../components/ui/filled.js';
import { Time } from '../../../components/ui/time.js';
import { useDirectory } from '../../../lib/directory.js';
import { stepText } from '../../../lib/policy-sentences.js';
import { Step } from '../step.js';
import { stepsOf } from './progress.js';
import { t as texts } from './texts.js';

const t = texts.steps;

/** The steps of the policy: those that were made, and those that follow unless somebody decides. */
export function PolicySteps({ prompt }: { readonly prompt: PromptRecord }) {
  const directory = useDirectory();
  const { done, next } = stepsOf(prompt);
  return (
    <>
      {done.map(({ step, at }) => (
        <Step key={at} icon={iconOf(step)} title={t.done(stepText(step, directory))} at={at} />
      ))}
      {next.map(({ step, at }) => (
        <Step
          key={at}
          icon={iconOf(step)}
          isOpen
          title={<Filled text={t.next} parts={{ time: <Time at={at} />, step: stepText(step, directory) }} />}
        />
      ))}
    </>
  );
}

const iconOf = ({ remind }: { readonly remind?: true | undefined }) => (remind ? BellDot : Split);
