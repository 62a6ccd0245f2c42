import { limits, type PromptRecord } from '@gateway/contract';
import { useRef, useState, type KeyboardEvent } from 'react';
import { Button } from '../../components/ui/button.js';
import { classes } from '../../components/ui/classes.js';
import { Field, Textarea } from '../../components/ui/field.js';
import { useMay, useSession } from '../../lib/session.js';
import { useShortcuts } from '../../lib/shortcuts.js';
import { keyOfOption } from './format.js';

export interface GivenAnswer {
  readonly type: 'option' | 'text';
  readonly value: string;
}

interface Props {
  readonly prompt: PromptRecord;
  readonly busy: boolean;
  readonly onAnswer: (answer: GivenAnswer) => void;
}

/** Choosing and sending are separate steps, because an answer is final. */
export function AnswerForm({ prompt, busy, onAnswer }: Props) {
  const { options, allow_text } = prompt;
  const { operator } = useSession();
  const may = useMay('prompts:write');
  const [chosen, setChosen] = useState<string | null>(null);
  const [text, setText] = useState('');
  const form = useRef<HTMLFormElement>(null);

  const answer: GivenAnswer | null =
    chosen !== null
      ? { type: 'option', value: chosen }
      : text.trim() !== ''
        ? { type: 'text', value: text.trim() }
        : null;
  const disabledReason = may
    ? answer
      ? null
      : 'Choose or enter an answer first'
    : 'Your role can read prompts but cannot answer them';
  const submit = () => {
    if (answer && may && !busy) onAnswer(answer);
  };
  const choose = (index: number) => {
    const option = options[index];
    if (option === undefined || !may) return;
    setChosen(option);
    form.current?.querySelectorAll<HTMLInputElement>('input[type=radio]')[index]?.focus();
  };

  useShortcuts([
    ...options.flatMap((option, index) => {
      const key = keyOfOption(index);
      return key === null ? [] : [{ key, label: `Choose “${option}” (Enter sends it)`, run: () => choose(index) }];
    }),
    ...(allow_text
      ? [{ key: 'r', label: 'Write an answer', run: () => form.current?.querySelector('textarea')?.focus() }]
      : []),
  ]);

  if (options.length === 0 && !allow_text) {
    return (
      <p className="text-sm text-soft">This prompt has no options and does not allow free text. It can only expire.</p>
    );
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
      {options.length > 0 && (
        <fieldset className="grid gap-2" disabled={!may}>
          <legend className="sr-only">Options</legend>
          {options.map((option, index) => (
            <Option
              key={option}
              option={option}
              index={index}
              name={`answer-${prompt.prompt_num}`}
              isChosen={option === chosen}
              onChoose={() => setChosen(option)}
              onEnter={submit}
            />
          ))}
        </fieldset>
      )}
      {allow_text && (
        <Field label={options.length > 0 ? 'Or enter an answer' : 'Your answer'}>
          <Textarea
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
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-40 flex-1 text-[0.8125rem] text-soft">
          {may
            ? `Sent as ${operator.name}. An answer is final and closes the prompt in the chat.`
            : 'Your role can read prompts but cannot answer them.'}
        </p>
        <Button type="submit" look="primary" busy={busy} disabledReason={disabledReason}>
          Send answer
        </Button>
      </div>
    </form>
  );
}

interface OptionProps {
  readonly option: string;
  readonly index: number;
  readonly name: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly onEnter: () => void;
}

function Option({ option, index, name, isChosen, onChoose, onEnter }: OptionProps) {
  const key = keyOfOption(index);
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    onEnter();
  };
  return (
    <label
      className={classes(
        'flex min-h-11 cursor-pointer items-center gap-3 rounded-control border px-3.5 py-2 text-sm has-disabled:cursor-not-allowed has-disabled:opacity-60',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        isChosen ? 'border-accent bg-selected' : 'border-line bg-raised hover:bg-hover',
      )}
    >
      <input
        type="radio"
        name={name}
        checked={isChosen}
        onChange={onChoose}
        onKeyDown={enter}
        className="size-4.5 shrink-0 accent-accent-fill outline-none"
      />
      <span className="min-w-0 flex-1 font-medium break-words">{option}</span>
      {key !== null && (
        <kbd aria-hidden className="rounded border border-line bg-sunken px-1.5 text-xs text-soft max-lg:hidden">
          {key}
        </kbd>
      )}
    </label>
  );
}
