import type { ActionArgs, DecisionValue, PromptRecord } from '@gateway/contract';
import { limits, shownText } from '@gateway/contract/values';
import { Fragment, useId, useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.js';
import { Field, Textarea } from '../../../components/ui/form/field.js';
import { listed } from '../../../lib/records/names.js';
import { useMay, useSession } from '../../../lib/session/session.js';
import { useShortcuts } from '../../../lib/page/shortcuts.js';
import type { GivenAnswer } from '../answer/answer-form.js';
import { AnswerBar, showField } from '../answer/answer-bar.js';
import { AnswerOption } from '../answer/answer-option.js';
import { keyOfOption } from '../format.js';
import { useLinkedChoice, useSendFocus } from '../ask/linked-choice.js';
import { formBody, isFixedForm, sendButton, sendRow } from '../answer/phone-form.js';
import { runsAction } from '../voices.js';
import { ArgsFields } from './args-fields.js';
import { choiceLabel, choicesOf, drawnChoice, type Choice } from './choices.js';
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
  const [{ value: chosen, grantSec }, setChosen] = useState<Pick<Choice, 'grantSec'> & { value: DecisionValue | null }>(
    {
      value: draft?.value ?? linked,
      grantSec: draft?.grant_sec ?? null,
    },
  );
  const [reason, setReason] = useState(draft?.reason ?? '');
  const [text, setText] = useState(draft?.text ?? '');
  const [changes, setChanges] = useState<ActionArgs | null>(draft?.args ?? {});
  const form = useRef<HTMLFormElement>(null);
  const covers = useId();
  const asked = prompt.action?.args ?? {};
  const choices = choicesOf(prompt, decisions);
  const giving = choices.filter((choice) => choice.grantSec !== null);

  const choose = (choice: Choice) => {
    if (!may) return;
    // The fields of the arguments start again.
    setChanges({});
    setChosen(choice);
  };
  const missing = may ? missingPart(chosen, { text, changes }) : t.cannotAnswer;
  useSendFocus(form, chosen !== null);
  // The words of what a standing approval covers would hide the question.
  const isFixed = giving.length === 0 && isFixedForm(decisions.length, false);
  const sentAs = may ? (prompt.policy ? t.voteSentAs : t.decisionSentAs)(operator.name) : missing;
  const submit = () => {
    if (chosen === null || missing !== null || busy) return;
    onAnswer({
      type: 'decision',
      value: chosen,
      ...(chosen !== 'respond' && reason.trim() !== '' && { reason: reason.trim() }),
      ...(chosen === 'respond' && { text: text.trim() }),
      ...(chosen === 'edit' && { args: changes }),
      ...(grantSec !== null && { grant_sec: grantSec }),
    });
  };

  useShortcuts(
    choices.flatMap((choice, index) => {
      const key = keyOfOption(choice.place);
      if (key === null) return [];
      const run = () => {
        choose(choice);
        showField(form, index);
      };
      return [{ key, label: t.choose(drawnChoice(prompt, choice)), run }];
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
          {choices.map((choice) => (
            <Fragment key={`${choice.value} ${choice.grantSec}`}>
              <AnswerOption
                option={choiceLabel(prompt, choice)}
                index={choice.place}
                name={`decision-${prompt.prompt_num}`}
                isChosen={choice.value === chosen && choice.grantSec === grantSec}
                runs={runsAction(prompt, choice.value)}
                describedBy={choice.grantSec === null ? undefined : covers}
                onChoose={() => choose(choice)}
                onEnter={submit}
              />
              {choice === giving.at(-1) && (
                <p id={covers} dir="auto" className="mb-1 px-3.5 text-[0.8125rem] wrap-anywhere">
                  {t.grantCovers(
                    listed(
                      giving.map((each) => choiceLabel(prompt, each)),
                      'and',
                    ),
                    giving.length,
                    shownText(prompt.grant_offer?.covers ?? ''),
                  )}
                </p>
              )}
            </Fragment>
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
      {may && (
        <AnswerBar
          prompt={prompt}
          form={form}
          answers={choices.map((choice) => ({
            label: drawnChoice(prompt, choice),
            place: choice.place,
            choose: () => choose(choice),
          }))}
        />
      )}
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
