import { newPolicy, type PolicyRecord, type PolicyRules } from '@gateway/contract';
import { createPolicy, limits, updatePolicy } from '@gateway/contract/values';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { NamedFields } from '../../components/named-fields.js';
import { Check, Field, Input, Select } from '../../components/ui/form/field.js';
import { FormDialog } from '../../components/ui/form/form-dialog.js';
import { call } from '../../lib/api.js';
import { useDirectory } from '../../lib/records/directory.js';
import { policySentences } from '../../lib/records/policy-sentences.js';
import { useSchemaForm } from '../../lib/forms/zod/use-schema-form.js';
import { PauseField, StepFields } from './step-fields.js';
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
  pause_steps_while_taken_sec: 0,
  on_timeout: null,
};

const { policy_id, name } = newPolicy.shape;
const schema = z.object({ policy_id, name, rules: z.custom<PolicyRules>() });

export function PolicyDialog({ policy, onClose }: Props) {
  const directory = useDirectory();
  const save = usePolicyChange(({ policy_id: id, name: given, rules }: z.output<typeof schema>) => {
    const body = { name: given, ...rules };
    return policy
      ? call(updatePolicy, { params: { id: policy.policy_id }, body })
      : call(createPolicy, { body: { policy_id: id, ...body } });
  }, onClose);
  const { form, errorAt, failure, submit } = useSchemaForm({
    schema,
    start: {
      policy_id: policy?.policy_id ?? '',
      name: policy?.name ?? '',
      rules: policy ? rulesOf(policy) : firstRules,
    },
    shown: ['policy_id', 'name'],
    save,
  });
  const rules = useWatch({ control: form.control, name: 'rules' });
  const change = (part: Partial<PolicyRules>) => form.setValue('rules', { ...rules, ...part });
  return (
    <FormDialog
      wide
      title={policy ? t.dialog.change(policy.name) : t.add}
      action={policy ? t.dialog.save : t.dialog.submit}
      busy={save.isPending}
      error={failure}
      onClose={onClose}
      onSubmit={submit}
    >
      <NamedFields id={policy ? null : form.register('policy_id')} name={form.register('name')} errorAt={errorAt} />
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
      {rules.steps.length > 0 && (
        <PauseField
          seconds={rules.pause_steps_while_taken_sec ?? 0}
          onChange={(pause_steps_while_taken_sec) => change({ pause_steps_while_taken_sec })}
        />
      )}
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
    </FormDialog>
  );
}

/** The rules of a record, without what names it. */
const rulesOf = (policy: PolicyRecord): PolicyRules => ({
  approvals: policy.approvals,
  rejections: policy.rejections,
  requester_may_answer: policy.requester_may_answer,
  steps: policy.steps,
  pause_steps_while_taken_sec: policy.pause_steps_while_taken_sec,
  on_timeout: policy.on_timeout,
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
