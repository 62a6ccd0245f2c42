import type { Approver } from '@gateway/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ApproversField } from '../../components/approvers-field.js';
import { Field, Select } from '../../components/ui/form/field.js';
import { policiesQuery } from '../../lib/records/policies.js';
import { useMay } from '../../lib/session/session.js';
import { t } from './texts.js';

interface Props {
  readonly approvers: readonly Approver[];
  /** Empty: none. */
  readonly policy: string;
  readonly issueOf: (name: string) => string | undefined;
  readonly onChange: (part: { readonly approvers?: readonly Approver[]; readonly policy?: string }) => void;
}

/** Who may answer the prompts of a channel, and by which policy people decide. */
export function TermsFields({ approvers, policy, issueOf, onChange }: Props) {
  const { data } = useInfiniteQuery(policiesQuery);
  const mayName = useMay('people:write');
  const mayPrescribe = useMay('policies:write');
  const policies = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <ApproversField
        label={t.terms.approvers}
        help={mayName ? t.terms.approversHelp : t.terms.approversOwnersOnly}
        approvers={approvers}
        disabled={!mayName}
        error={issueOf('approvers')}
        onChange={(chosen) => onChange({ approvers: chosen })}
      />
      <Field
        label={t.terms.policy}
        optional
        help={mayPrescribe ? t.terms.policyHelp : t.terms.policyOwnersOnly}
        error={issueOf('policy')}
      >
        <Select value={policy} disabled={!mayPrescribe} onChange={({ target }) => onChange({ policy: target.value })}>
          <option value="">{t.terms.noPolicy}</option>
          {policies.map(({ policy_id, name }) => (
            <option key={policy_id} value={policy_id}>
              {name}
            </option>
          ))}
          {policy !== '' && !policies.some(({ policy_id }) => policy_id === policy) && (
            <option value={policy}>{policy}</option>
          )}
        </Select>
      </Field>
    </>
  );
}
