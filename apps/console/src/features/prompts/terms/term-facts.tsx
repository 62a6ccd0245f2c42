import type { PromptRecord } from '@gateway/contract';
import { Fact } from '../../../components/ui/card.js';
import { useDirectory } from '../../../lib/directory.js';
import { approversListed } from '../../../lib/names.js';
import { policySentences } from '../../../lib/policy-sentences.js';
import { t as texts } from './texts.js';

const t = texts.facts;

/** Who may answer, and by which policy people decide. */
export function TermFacts({ prompt }: { readonly prompt: PromptRecord }) {
  const directory = useDirectory();
  const { approvers, policy } = prompt;
  return (
    <>
      {approvers && (
        <Fact name={t.approvers}>
          <span dir="auto">{approversListed(approvers, directory)}</span>
        </Fact>
      )}
      {policy && (
        <Fact name={t.policy}>
          <span dir="auto">{policy.name}</span>
          <ul className="mt-1 grid gap-1 text-[0.8125rem] text-soft">
            {policySentences(policy, directory).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Fact>
      )}
    </>
  );
}
