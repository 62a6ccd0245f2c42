import type { PromptRecord } from '@gateway/contract';
import { Fact } from '../../../components/ui/card.js';
import { useDirectory } from '../../../lib/directory.js';
import { approversListed } from '../../../lib/names.js';
import { policySentences } from '../../../lib/policy-sentences.js';

/** Who may answer, for whom the agent acts, and by which policy people decide. */
export function TermFacts({ prompt }: { readonly prompt: PromptRecord }) {
  const directory = useDirectory();
  const { approvers, requested_by: requester, policy } = prompt;
  return (
    <>
      {approvers && (
        <Fact name="May answer">
          <span dir="auto">{approversListed(approvers, directory)}</span>
        </Fact>
      )}
      {requester && (
        <Fact name="Requested by">
          <span dir="auto">{requester.name ?? requester.person ?? requester.user_id}</span>
          {!requester.verified && (
            <span className="block text-[0.8125rem] text-soft">not verified: the agent says so</span>
          )}
        </Fact>
      )}
      {policy && (
        <Fact name="Policy">
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
