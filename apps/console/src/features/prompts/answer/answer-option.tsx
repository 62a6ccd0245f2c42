import { shownText } from '@gateway/contract/values';
import type { KeyboardEvent } from 'react';
import { classes } from '../../../components/ui/classes.js';
import { t } from '../approval/texts.js';
import { keyOfOption } from '../format.js';
import { signAndWords } from '../voices.js';

interface OptionProps {
  readonly option: string;
  readonly index: number;
  readonly name: string;
  readonly isChosen: boolean;
  /** Whether it lets the action run; null: there is no action. */
  readonly runs: boolean | null;
  /** The id of the element with what else it does. */
  readonly describedBy?: string | undefined;
  readonly onChoose: () => void;
  readonly onEnter: () => void;
}

/** One of the answers that can be chosen, with its key. */
export function AnswerOption({ option, index, name, isChosen, runs, describedBy, onChoose, onEnter }: OptionProps) {
  const key = keyOfOption(index);
  const [sign, words] = signAndWords(shownText(option), runs);
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    onEnter();
  };
  return (
    <label
      className={classes(
        'flex min-h-11 max-md:min-h-12 cursor-pointer items-center gap-3 rounded-control border px-3.5 py-2 text-sm has-disabled:cursor-not-allowed has-disabled:opacity-60',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        isChosen ? 'border-accent bg-selected' : 'border-line bg-raised hover:bg-hover',
      )}
    >
      <input
        type="radio"
        name={name}
        checked={isChosen}
        aria-describedby={describedBy}
        onChange={onChoose}
        onKeyDown={enter}
        className="size-4.5 shrink-0 scroll-my-24 accent-accent-fill outline-none"
      />
      {/* Apart from the label, whose direction does not move it. The words at the end say the same to screen readers. */}
      {sign !== null && <span aria-hidden>{sign}</span>}
      <span dir="auto" className="min-w-0 flex-1 font-medium wrap-anywhere">
        {words}
      </span>
      {runs === true && <span className="text-xs text-soft">{t.lets}</span>}
      {key !== null && (
        <kbd aria-hidden className="rounded border border-line bg-sunken px-1.5 text-xs text-soft max-lg:hidden">
          {key}
        </kbd>
      )}
    </label>
  );
}
