import { useState } from 'react';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Field, Input } from '../ui/field.js';
import { t as texts } from './texts.js';
import { MAX_NAME, MAX_VIEWS, type View } from './views.js';

const t = texts.dialog;

interface Props {
  readonly views: readonly View[];
  /** The view to rename; null: a view is saved. */
  readonly renamed: string | null;
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}

/** Asks for the name of a view. */
export function ViewDialog({ views, renamed, onName, onClose }: Props) {
  const [text, setText] = useState(renamed ?? '');
  const name = text.trim();
  const isKnown = name !== renamed && views.some((view) => view.name === name);
  const replaces = isKnown && renamed === null;
  const problem = problemOf();
  return (
    <Dialog open onClose={onClose} title={renamed === null ? t.save : t.rename(renamed)}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (name === '' || problem !== undefined) return;
          onName(name);
          onClose();
        }}
      >
        <Field
          label={t.name}
          help={replaces ? t.replaces : renamed === null ? t.saveHelp : undefined}
          {...(problem !== undefined && { error: problem })}
        >
          <Input
            value={text}
            maxLength={MAX_NAME}
            autoComplete="off"
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" look="primary" disabledReason={name === '' ? t.missing : (problem ?? null)}>
            {t.action[renamed !== null ? 'rename' : replaces ? 'replace' : 'save']}
          </Button>
        </div>
      </form>
    </Dialog>
  );

  function problemOf(): string | undefined {
    if (renamed !== null) return isKnown ? t.taken : undefined;
    return !isKnown && views.length >= MAX_VIEWS ? t.full(MAX_VIEWS) : undefined;
  }
}
