import { createPolicy, limits, updatePolicy, type PolicyRecord, type PolicyRules } from '@gateway/contract';
import { useState } from 'react';
import { isAtNamedField, NamedFields } from '../../components/named-fields.js';
import { Button } from '../../components/ui/button.js';
import { Dialog } from '../../components/ui/dialog.js';
import { Check, Field, Input, Select } from '../../components/ui/field.js';
import { Failure } from '../../components/ui/states.js';
import { call } from '../../lib/api.js';
import { useDirectory } from '../../lib/directory.js';
import { policySentences } from '../../lib/policy-sentences.js';
import { StepFields } from './step-fields.js';
import { t } from './texts.js';
import { usePolicyChange } from './use-policy-change.js';

interface Props {
  /** Null: a new policy. */
  readonly policy: PolicyRecord | null;
  readonly onClose: () => void;
}

const firstRules: PolicyRules = {
  approvals: 2,
  rejections: 1,
  requester_may_answer: true,
  steps: [],
  on_timeout: null,
};

export function PolicyDialog({ policy, onClose }: Props) {
  const [id, setId] = useState('');
  const [name, setName] = useState(policy?.name ?? '');
  const [rules, setRules] = useState<PolicyRules>(policy ? rulesOf(policy) : firstRules);
  const directory = useDirectory();
  const save = usePolicyChange(() => {
    const body = { name, ...rules };
    return policy
      ? call(updatePolicy, { params: { id: policy.policy_id }, body })
      : call(createPolicy, { body: { policy_id: id, ...body } });
  }, onClose);
  const change = (part: Partial<PolicyRules>) => setRules({ ...rules, ...part });
  return (
    <Dialog open wide onClose={onClose} title={policy ? t.dialog.change(policy.name) : t.add}>
      <form
        className="grid grid-cols-[minmax(0,1fr)] gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!save.isPending) save.mutate();
        }}
      >
        <NamedFields
          idField="policy_id"
          id={policy ? null : id}
          name={name}
          error={save.error}
          onId={setId}
          onName={setName}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <Count
            label={t.dialog.approvals}
            help={t.dialog.approvalsHelp}
            value={rules.approvals}
            onChange={(approvals) => change({ approvals })}
          />
          <Count
            label={t.dialog.rejections}
            help={t.dialog.rejectionsHelp}
            value={rules.rejections}
            onChange={(rejections) => change({ rejections })}
          />
        </div>
        <Check
          label={t.dialog.requester}
          checked={rules.requester_may_answer}
          onChange={({ target }) => change({ requester_may_answer: target.checked })}
        />
        <StepFields steps={rules.steps} onChange={(steps) => change({ steps })} />
        <TimeoutField value={rules.on_timeout} onChange={(on_timeout) => change({ on_timeout })} />
        <section aria-label={t.dialog.summary} className="rounded-control bg-sunken px-4 py-3 text-sm">
          <h3 className="mb-1 font-medium">{t.dialog.summary}</h3>
          <ul className="grid list-disc gap-1 pl-4">
            {policySentences(rules, directory).map((sentence, index) => (
              // Steps that are being entered can be equal.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={index}>{sentence}</li>
            ))}
          </ul>
        </section>
        {save.isError && !isAtNamedField(save.error) && <Failure bare error={save.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t.dialog.cancel}</Button>
          <Button type="submit" look="primary" busy={save.isPending}>
            {policy ? t.dialog.save : t.dialog.submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const rulesOf = ({ approvals, rejections, requester_may_answer, steps, on_timeout }: PolicyRecord): PolicyRules => ({
  approvals,
  rejections,
  requester_may_answer,
  steps,
  on_timeout,
});

interface CountProps {
  readonly label: string;
  readonly help: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

function Count({ label, help, value, onChange }: CountProps) {
  return (
    <Field label={label} help={help}>
      <Select value={value} onChange={({ target }) => onChange(Number(target.value))}>
        {Array.from({ length: limits.approvals }, (_, index) => index + 1).map((count) => (
          <option key={count}>{count}</option>
        ))}
      </Select>
    </Field>
  );
}

type Timeout = PolicyRules['on_timeout'];

interface TimeoutProps {
  readonly value: Timeout;
  readonly onChange: (value: Timeout) => void;
}

/** What counts when the time of the prompt is over. */
function TimeoutField({ value, onChange }: TimeoutProps) {
  const kind = value === null ? 'none' : 'option' in value ? 'option' : value.decision;
  const choose = (next: string) => {
    if (next === 'approve' || next === 'reject') onChange({ decision: next });
    else onChange(next === 'option' ? { option: '' } : null);
  };
  return (
    <div className="grid gap-2">
      <Field label={t.timeout.label}>
        <Select value={kind} onChange={({ target }) => choose(target.value)}>
          <option value="none">{t.timeout.none}</option>
          <option value="reject">{t.timeout.reject}</option>
          <option value="approve">{t.timeout.approve}</option>
          <option value="option">{t.timeout.option}</option>
        </Select>
      </Field>
      {value !== null && 'option' in value && (
        <Field label={t.timeout.optionLabel}>
          <Input
            required
            value={value.option}
            maxLength={limits.optionLabel}
            onChange={({ target }) => onChange({ option: target.value })}
          />
        </Field>
      )}
    </div>
  );
}
