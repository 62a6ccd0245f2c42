import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { classes } from '../classes.js';
import { Field, Input } from './field.js';

interface Props<Choice> {
  readonly label: string;
  /** For a row of filters: the label is for screen readers only. */
  readonly bare?: boolean;
  readonly help?: ReactNode;
  readonly error?: string | undefined;
  readonly optional?: boolean;
  readonly disabled?: boolean;
  readonly placeholder: string;
  /** The name of the chosen value, shown while the list is closed. */
  readonly chosen: string;
  /** What is typed; null: the list is closed. */
  readonly text: string | null;
  readonly onText: (text: string | null) => void;
  readonly choices: readonly Choice[];
  readonly keyOf: (choice: Choice) => string;
  readonly draw: (choice: Choice) => ReactNode;
  /** Said below the choices, such as that there are none; null: nothing. */
  readonly note: string | null;
  /** The choices belong to an earlier text: Enter waits. */
  readonly isOutdated?: boolean;
  readonly onChoose: (choice: Choice) => void;
  /** Backspace in the empty field. */
  readonly onBackspace?: () => void;
  /** A button after the field. */
  readonly after?: ReactNode;
}

/** A field with a list of choices that typing narrows: the combobox pattern of WAI-ARIA. */
export function Combobox<Choice>(props: Props<Choice>) {
  const { label, bare = false, help, error, optional = false, disabled = false, placeholder, chosen, after } = props;
  const { text, onText, choices, keyOf, draw, note, isOutdated = false, onChoose, onBackspace } = props;
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const open = text !== null;
  const current = choices[Math.min(at, choices.length - 1)];
  const optionId = (choice: Choice) => `${listId}-${keyOf(choice)}`;

  useEffect(() => {
    // At the end of a dialog it would be below what is shown.
    if (open) list.current?.scrollIntoView({ block: 'nearest' });
  }, [open]);
  const choose = (choice: Choice) => {
    onText(null);
    setAt(0);
    onChoose(choice);
  };
  const moveTo = (next: number) => {
    const place = Math.min(Math.max(next, 0), Math.max(choices.length - 1, 0));
    setAt(place);
    const choice = choices[place];
    if (choice !== undefined) document.getElementById(optionId(choice))?.scrollIntoView({ block: 'nearest' });
  };
  const navigateList = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!open) onText('');
      else moveTo(Math.min(at, choices.length - 1) + (event.key === 'ArrowDown' ? 1 : -1));
    } else if (event.key === 'Enter' && open) {
      event.preventDefault();
      if (current !== undefined && !isOutdated) choose(current);
    } else if (event.key === 'Escape' && open) {
      // Closes the list, not the dialog around it.
      event.stopPropagation();
      onText(null);
    } else if (event.key === 'Backspace' && (text ?? chosen) === '') onBackspace?.();
  };

  return (
    <div
      className={classes('relative', bare && 'min-w-48 max-sm:flex-1')}
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || onText(null)}
    >
      <div className="flex items-end gap-2">
        <Field label={label} bare={bare} optional={optional} help={help} error={error} className="min-w-0 flex-1">
          <Input
            role="combobox"
            aria-expanded={open}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={open && current !== undefined ? optionId(current) : undefined}
            autoComplete="off"
            spellCheck={false}
            disabled={disabled}
            placeholder={placeholder}
            value={text ?? chosen}
            onFocus={(event) => event.target.select()}
            onClick={() => open || onText('')}
            onChange={(event) => {
              onText(event.target.value);
              setAt(0);
            }}
            onKeyDown={navigateList}
          />
        </Field>
        {after}
      </div>
      <div
        ref={list}
        hidden={!open}
        className="absolute inset-x-0 top-full z-50 mt-1 rounded-control border border-line bg-raised p-1 shadow-pop"
      >
        <div id={listId} role="listbox" aria-label={label} className="max-h-60 overflow-y-auto">
          {choices.map((choice) => (
            <button
              type="button"
              tabIndex={-1}
              key={keyOf(choice)}
              id={optionId(choice)}
              role="option"
              aria-selected={choice === current}
              // Keeps the focus in the field, so that the list stays open until the click.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(choice)}
              className={classes(
                'flex min-h-9 w-full items-center gap-2.5 rounded px-2 text-left text-sm hover:bg-hover',
                choice === current && 'bg-hover',
              )}
            >
              {draw(choice)}
            </button>
          ))}
        </div>
        {note !== null && <p className="px-2 py-1.5 text-sm text-soft">{note}</p>}
      </div>
    </div>
  );
}
