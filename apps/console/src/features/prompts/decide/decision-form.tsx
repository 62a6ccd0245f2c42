import type { ActionArgs, DecisionValue, PromptRecord } from '@gateway/contract';
import { limits } from '@gateway/contract/values';
import { useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.js';
import { Field, Textarea } from '../../../components/ui/field.js';
import { useMay, useSession } from '../../../lib/session.js';
import { useShortcuts } from '../../../lib/shortcuts.js';
import type { GivenAnswer } from '../answer-form.js';
import { AnswerOption } from '../answer-option.js';
import { keyOfOption } from '../format.js';
import { useLinkedChoice, useSendFocus } from '../linked-choice.js';
import { formBody, isFixedForm, sendButton, sendRow } from '../phone-form.js';
import { decisionLabel, drawnDecision } from '../terms/progress.js';
import { runsAction } from '../voices.js';
import { ArgsFields } from './args-fields.js';
import { t } from './texts.js';

interface Props {
  readonly prompt: PromptRecord;
  readonly decisions: readonly DecisionValue[];
  readonly busy: boolean;
  /** What the form begins with; null: nothing. */
  readonly draft: GivenAnswer | null;
  readonly onAnswer: (answer: GivenAnswer) => void;
}

/** Choosing a decision, and what belongs to it: a reason, changed arguments, or a response. */
export function DecisionForm({ prompt, decisions, busy, draft: given, onAnswer }: Props) {
  const draft = given?.type === 'decision' ? given : null;
  const { operator } = useSession();
  const may = useMay('prompts:write');
  const linked = useLinkedChoice(decisions);
  const [chosen, setChosen] = useState<DecisionValue | null>(draft?.value ?? linked);
  const [reason, setReason] = useState(draft?.reason ?? '');
  const [text, setText] = useState(draft?.text ?? '');
  const [changes, setChanges] = useState<ActionArgs | null>(draft?.args ?? {});
  const form = useRef<HTMLFormElement>(null);
  const asked = prompt.action?.args ?? {};

  const choose = (value: DecisionValue | undefined) => {
    if (value === undefined || !may) return;
    // The fields of the arguments start again.
    setChanges({});
    setChosen(value);
  };
  const missing = may ? missingPart(chosen, { text, changes }) : t.cannotAnswer;
  useSendFocus(form, chosen !== null);
  const isFixed = isFixedForm(decisions.length, false);
  const sentAs = may ? (prompt.policy ? t.voteSentAs : t.decisionSentAs)(operator.name) : missing;
  const submit = () => {
    if (chosen === null || missing !== null || busy) return;
    onAnswer({
      type: 'decision',
      value: chosen,
      ...(chosen !== 'respond' && reason.trim() !== '' && { reason: reason.trim() }),
      ...(chosen === 'respond' && { text: text.trim() }),
      ...(chosen === 'edit' && { args: changes }),
    });
  };

  useShortcuts(
    decisions.flatMap((value, index) => {
      const key = keyOfOption(index);
      if (key === null) return [];
      const run = () => {
        choose(value);
        form.current?.querySelectorAll<HTMLInputElement>('input[type=radio]')[index]?.focus();
      };
      return [{ key, label: t.choose(drawnDecision(prompt, value)), run }];
    }),
  );

  return (
    <form
      ref={form}
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div data-fixed-form={isFixed || undefined} className={formBody(isFixed)}>
        <fieldset className="grid gap-2" disabled={!may}>
          <legend className="sr-only">{t.decisions}</legend>
          {decisions.map((value, index) => (
            <AnswerOption
              key={value}
              option={decisionLabel(prompt, value)}
              index={index}
              name={`decision-${prompt.prompt_num}`}
              isChosen={value === chosen}
              runs={runsAction(prompt, value)}
              onChoose={() => choose(value)}
              onEnter={submit}
            />
          ))}
        </fieldset>
        {chosen === 'edit' && <ArgsFields asked={asked} initial={draft?.args ?? {}} onChange={setChanges} />}
        {chosen === 'respond' && (
          <Field label={t.response}>
            <Textarea
              dir="auto"
              rows={3}
              maxLength={limits.promptText}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          </Field>
        )}
        {chosen !== null && chosen !== 'respond' && (
          <Field label={t.reason} optional help={asksReason(prompt, chosen) ? t.reasonHelp : undefined}>
            <Textarea
              dir="auto"
              rows={2}
              maxLength={limits.promptText}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          </Field>
        )}
        <div className={sendRow(isFixed)}>
          <p className="min-w-40 flex-1 text-[0.8125rem] text-soft max-md:hidden">{sentAs}</p>
          <Button type="submit" look="primary" busy={busy} disabledReason={missing} className={sendButton}>
            {prompt.policy ? t.sendVote : t.sendDecision}
          </Button>
        </div>
      </div>
      <p className="text-[0.8125rem] text-soft md:hidden">{sentAs}</p>
    </form>
  );
}

/** What is needed before the decision can be sent; null: nothing. */
function missingPart(
  chosen: DecisionValue | null,
  { text, changes }: { readonly text: string; readonly changes: ActionArgs | null },
): string | null {
  if (chosen === null) return t.missing.decision;
  if (chosen === 'respond' && text.trim() === '') return t.missing.response;
  if (chosen !== 'edit') return null;
  if (changes === null) return t.missing.correction;
  return Object.keys(changes).length === 0 ? t.missing.change : null;
}

function asksReason({ ask_reason: asks }: PromptRecord, value: DecisionValue): boolean {
  return (value === 'reject' && asks === 'on_reject') || (asks === 'always' && value !== 'edit');
}
