import type { RuleRecord } from '@gateway/contract';
import { createRule, limits, ruleLimits, updateRule, verdicts } from '@gateway/contract/values';
import { useWatch } from 'react-hook-form';
import { Field, Input, Select, Textarea } from '../../components/ui/form/field.js';
import { FormDialog } from '../../components/ui/form/form-dialog.js';
import { call } from '../../lib/api.js';
import { useMay } from '../../lib/session/session.js';
import { useSchemaForm } from '../../lib/forms/zod/use-schema-form.js';
import { AskFields } from './ask-fields.js';
import { draftFor, draftOf, ruleSchema, valuesOf, type RuleBody, type RuleValues } from './draft.js';
import { DrawingFields } from './drawing-fields.js';
import { errorUnder } from './errors.js';
import { GrantFields } from './grant-fields.js';
import { Preview } from './preview.js';
import { Comparison } from './comparison.js';
import { t as texts } from './texts.js';
import { useRuleChange } from './use-rule-change.js';

const t = texts.dialog;

interface Props {
  /** Null: a new rule. */
  readonly rule: RuleRecord | null;
  /** The action for which a new rule begins as a draft. Absent: none. */
  readonly suggested?: Parameters<typeof draftFor>[0] | undefined;
  readonly onClose: () => void;
}

export function RuleDialog({ rule, suggested, onClose }: Props) {
  const mayName = useMay('people:write');
  const save = useRuleChange((body: RuleBody) => {
    if (!rule) return call(createRule, { body });
    const { rule_id: id, actions, when, then } = body;
    // A role that may not name people keeps those that are there.
    const { approvers, ...others } = then;
    return call(updateRule, {
      params: { id },
      body: { actions, when, then: { ...others, ...(mayName && { approvers }) } },
    });
  }, onClose);
  const { form, failure, submit } = useSchemaForm({
    schema: ruleSchema,
    start: suggested ? draftFor(suggested) : valuesOf(rule),
    shown: ['rule_id', 'actions', 'when', 'then'],
    save,
  });
  const errorAt = (field: string) => errorUnder(form.formState.errors, field);
  // Each field has a first value, so none is missing.
  const values = useWatch({ control: form.control }) as RuleValues;
  const draft = draftOf(values);
  const { then } = values;
  const change = (part: Partial<RuleValues['then']>) => form.setValue('then', { ...form.getValues('then'), ...part });
  return (
    <FormDialog
      wide
      title={rule ? t.change(rule.rule_id) : texts.add}
      action={rule ? t.save : t.submit}
      busy={save.isPending}
      error={failure}
      onClose={onClose}
      onSubmit={submit}
    >
      {rule === null && (
        <Field label={t.id} help={t.idHelp} error={errorAt('rule_id')}>
          <Input maxLength={limits.channelId} autoComplete="off" spellCheck={false} {...form.register('rule_id')} />
        </Field>
      )}
      <Field label={t.actions} help={t.actionsHelp} error={errorAt('actions')}>
        <Textarea className="font-mono" rows={2} spellCheck={false} {...form.register('actions')} />
      </Field>
      <Field label={t.when} optional help={t.whenHelp} error={errorAt('when')}>
        <Textarea className="font-mono" rows={3} dir="ltr" spellCheck={false} {...form.register('when')} />
      </Field>
      <Field label={t.verdict} error={errorAt('then.verdict')}>
        <Select {...form.register('then.verdict')}>
          {verdicts.map((verdict) => (
            <option key={verdict} value={verdict}>
              {t.verdictChoices[verdict]}
            </option>
          ))}
        </Select>
      </Field>
      {then.verdict === 'deny' ? (
        <Field label={t.reason} optional help={t.reasonHelp} error={errorAt('then.reason')}>
          <Input maxLength={ruleLimits.reason} autoComplete="off" {...form.register('then.reason')} />
        </Field>
      ) : (
        <AskFields then={then} errorAt={errorAt} onChange={change} />
      )}
      {then.verdict === 'ask' && (
        <GrantFields grants={then.grants} errorAt={errorAt} onChange={(grants) => change({ grants })} />
      )}
      <DrawingFields form={form} errorAt={errorAt} />
      <Preview values={values} rule={draft} />
      <Comparison rule={draft} atOnce={suggested !== undefined} />
    </FormDialog>
  );
}
