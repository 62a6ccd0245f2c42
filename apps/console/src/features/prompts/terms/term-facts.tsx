import type { PromptRecord } from '@gateway/contract';
import { shownText } from '@gateway/contract/values';
import { Link } from '@tanstack/react-router';
import { Fact } from '../../../components/ui/card.js';
import { useDirectory } from '../../../lib/records/directory.js';
import { approversListed, listed } from '../../../lib/records/names.js';
import { policySentences } from '../../../lib/records/policy-sentences.js';
import { duration } from '../../../lib/time/time.js';
import { t as approval } from '../approval/texts.js';
import { t as texts } from './texts.js';

const t = texts.facts;

/** Who may answer, and by which rule and policy. */
export function TermFacts({ prompt }: { readonly prompt: PromptRecord }) {
  const directory = useDirectory();
  const { approvers, policy, approving_options, consume_within_sec, rule, grant_id } = prompt;
  return (
    <>
      {approving_options && (
        <Fact name={approval.approving}>
          <span dir="auto">{listed(approving_options.map(shownText), 'or')}</span>
        </Fact>
      )}
      {typeof consume_within_sec === 'number' && (
        <Fact name={approval.within}>{duration(consume_within_sec * 1000)}</Fact>
      )}
      {approvers && (
        <Fact name={t.approvers}>
          <span dir="auto">{approversListed(approvers, directory)}</span>
        </Fact>
      )}
      {rule && (
        <Fact name={t.rule}>
          <Link to="/rules" className="text-accent underline underline-offset-2">
            {rule.rule_id}
          </Link>
        </Fact>
      )}
      {typeof grant_id === 'string' && (
        <Fact name={t.grant}>
          <Link
            to="/standing-approvals/$grantId"
            params={{ grantId: grant_id }}
            className="text-accent underline underline-offset-2"
          >
            {t.openGrant}
          </Link>
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
