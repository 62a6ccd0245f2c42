import type { SavedView, ViewPage } from '@gateway/contract';
import { renameSavedView, saveView, viewLimits } from '@gateway/contract/values';
import { useState } from 'react';
import { call } from '../../lib/api.js';
import { useSave } from '../../lib/forms/use-save.js';
import { Field, Input } from '../ui/form/field.js';
import { FormDialog } from '../ui/form/form-dialog.js';
import { t as texts } from './texts.js';

const t = texts.dialog;

interface Props {
  readonly page: ViewPage;
  /** The saved views of the page. */
  readonly views: readonly SavedView[];
  /** The view to rename; null: a view is saved. */
  readonly renamed: SavedView | null;
  /** What is saved. */
  readonly filter: SavedView['filter'];
  readonly onClose: () => void;
}

/** Asks for the name of a view, and saves or renames it. */
export function ViewDialog({ page, views, renamed, filter, onClose }: Props) {
  const [text, setText] = useState(renamed?.name ?? '');
  const name = text.trim();
  const isKnown = name !== renamed?.name && views.some((view) => view.name === name);
  const replaces = isKnown && renamed === null;
  const problem = problemOf();
  const save = useSave(
    () =>
      renamed === null
        ? call(saveView, { body: { page, name, filter } })
        : call(renameSavedView, { params: { id: renamed.id }, body: { from: renamed.name, name } }),
    { resources: ['views'], refreshAlways: true, onSaved: onClose },
  );
  return (
    <FormDialog
      title={renamed === null ? t.save : t.rename(renamed.name)}
      action={t.action[renamed !== null ? 'rename' : replaces ? 'replace' : 'save']}
      busy={save.isPending}
      disabledReason={name === '' ? t.missing : (problem ?? null)}
      error={save.error}
      onClose={onClose}
      onSubmit={() => save.mutate()}
    >
      <Field
        label={t.name}
        help={replaces ? t.replaces : renamed === null ? t.saveHelp : undefined}
        {...(problem !== undefined && { error: problem })}
      >
        <Input
          value={text}
          maxLength={viewLimits.name}
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
    </FormDialog>
  );

  function problemOf(): string | undefined {
    if (renamed !== null) return isKnown ? t.taken : undefined;
    return !isKnown && views.length >= viewLimits.views ? t.full(viewLimits.views) : undefined;
  }
}
