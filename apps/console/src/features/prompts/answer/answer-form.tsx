import type { BodyInput, PromptRecord } from '@gateway/contract';
import { limits, shownText, type answerPrompt } from '@gateway/contract/values';
import { useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.js';
import { Field, Textarea } from '../../../components/ui/form/field.js';
import { useMay, useSession } from '../../../lib/session/session.js';
import { useShortcuts } from '../../../lib/page/shortcuts.js';
import { AnswerBar, showField } from './answer-bar.js';
import { AnswerOption } from './answer-option.js';
import { keyOfOption } from '../format.js';
import { useLinkedChoice, useSendFocus } from '../ask/linked-choice.js';
import { t as texts } from '../texts.js';
import { drawnLabel, runsAction } from '../voices.js';
import { formBody, isFixedForm, sendButton, sendRow } from './phone-form.js';

const t = texts.form;

/** An operator's answer. */
export type GivenAnswer = BodyInput<typeof answerPrompt>;

interface Props {
  readonly prompt: PromptRecord;
  readonly busy: boolean;
  /** What the form begins with; null: nothing. */
  readonly draft: GivenAnswer | null;
  readonly onAnswer: (answer: GivenAnswer) => void;
}

/** Choosing and sending are separate steps, because an answer is final. */
export function AnswerForm({ prompt, busy, draft, onAnswer }: Props) {
  const { options, allow_text } = prompt;
  const { operator } = useSession();
  const may = useMay('prompts:write');
  const linked = useLinkedChoice(options);
  const [chosen, setChosen] = useState<string | null>(draft?.type === 'option' ? draft.value : linked);
  const [text, setText] = useState(draft?.type === 'text' ? draft.value : '');
  const form = useRef<HTMLFormElement>(null);

  const answer: GivenAnswer | null =
    chosen !== null
      ? { type: 'option', value: chosen }
      : text.trim() !== ''
        ? { type: 'text', value: text.trim() }
        : null;
  const isFixed = isFixedForm(options.length, allow_text);
  const sentAs = may ? t.sentAs(operator.name) : t.cannotAnswerHelp;
  const missing = answer ? null : t.missing;
  const disabledReason = may ? missing : t.cannotAnswer;
  useSendFocus(form, chosen !== null);
  const submit = () => {
    if (answer && may && !busy) onAnswer(answer);
  };
  const choose = (index: number) => {
    const option = options[index];
    if (option === undefined || !may) return;
    setChosen(option);
    showField(form, index);
  };

  useShortcuts([
    ...options.flatMap((option, index) => {
      const key = keyOfOption(index);
      return key === null
        ? []
        : [{ key, label: t.choose(drawnLabel(prompt, option, shownText(option))), run: () => choose(index) }];
    }),
    ...(allow_text ? [{ key: 'r', label: t.write, run: () => form.current?.querySelector('textarea')?.focus() }] : []),
  ]);

  if (options.length === 0 && !allow_text) {
    return <p className="text-sm text-soft">{t.unanswerable}</p>;
  }
  return (
    <form
      ref={form}
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div data-fixed-form={isFixed || undefined} className={formBody(isFixed)}>
        {options.length > 0 && (
          <fieldset className="grid gap-2" disabled={!may}>
            <legend className="sr-only">{t.options}</legend>
            {options.map((option, index) => (
              <AnswerOption
                key={option}
                option={option}
                index={index}
                name={`answer-${prompt.prompt_num}`}
                isChosen={option === chosen}
                runs={runsAction(prompt, option)}
                onChoose={() => setChosen(option)}
                onEnter={submit}
              />
            ))}
          </fieldset>
        )}
        {allow_text && (
          <Field label={options.length > 0 ? t.orText : t.text} help={<span className="max-lg:hidden">{t.keys}</span>}>
            <Textarea
              dir="auto"
              rows={3}
              maxLength={limits.promptText}
              disabled={!may}
              value={text}
              onFocus={() => setChosen(null)}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
                event.preventDefault();
                submit();
              }}
            />
          </Field>
        )}
        <div className={sendRow(isFixed)}>
          <p className="min-w-40 flex-1 text-[0.8125rem] text-soft max-md:hidden">{sentAs}</p>
          <Button type="submit" look="primary" busy={busy} disabledReason={disabledReason} className={sendButton}>
            {t.send}
          </Button>
        </div>
      </div>
      <p className="text-[0.8125rem] text-soft md:hidden">{sentAs}</p>
      {may && (
        <AnswerBar
          prompt={prompt}
          form={form}
          answers={options.map((option, place) => ({
            label: drawnLabel(prompt, option, shownText(option)),
            place,
            choose: () => setChosen(option),
          }))}
        />
      )}
    </form>
  );
}
