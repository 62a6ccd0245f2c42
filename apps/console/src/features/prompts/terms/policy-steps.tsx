import type { PromptRecord } from '@gateway/contract';
import { BellDot, Split } from 'lucide-react';
import { Time } from '../../../components/ui/time.js';
import { useDirectory } from '../../../lib/directory.js';
import { stepText } from '../../../lib/policy-sentences.js';
import { Step } from '../step.js';
import { stepsOf } from './progress.js';

/** The steps of the policy: those that were made, and those that follow unless somebody decides. */
export function PolicySteps({ prompt }: { readonly prompt: PromptRecord }) {
  const directory = useDirectory();
  const { done, next } = stepsOf(prompt);
  return (
    <>
      {done.map(({ step, at }) => (
        <Step key={at} icon={iconOf(step)} title={`Without a decision, ${stepText(step, directory)}`} at={at} />
      ))}
      {next.map(({ step, at }) => (
        <Step
          key={at}
          icon={iconOf(step)}
          isOpen
          title={
            <>
              <Time at={at} />, unless somebody decides: {stepText(step, directory)}
            </>
          }
        />
      ))}
    </>
  );
}

const iconOf = ({ remind }: { readonly remind?: true | undefined }) => (remind ? BellDot : Split);
