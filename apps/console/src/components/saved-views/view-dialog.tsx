import { renameSavedView, saveView, viewLimits, type SavedView, type ViewPage } from '@gateway/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Field, Input } from '../ui/field.js';
import { Failure } from '../ui/states.js';
import { t as texts } from './texts.js';
import { viewsQuery } from './views.js';

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
  const client = useQueryClient();
  const [text, setText] = useState(renamed?.name ?? '');
  const name = text.trim();
  const isKnown = name !== renamed?.name && views.some((view) => view.name === name);
  const replaces = isKnown && renamed === null;
  const problem = problemOf();
  const save = useMutation({
    mutationFn: () =>
      renamed === null
        ? call(saveView, { body: { page, name, filter } })
        : call(renameSavedView, { params: { id: renamed.id }, body: { from: renamed.name, name } }),
    onSuccess: onClose,
    onSettled: () => client.invalidateQueries(viewsQuery),
  });
  return (
    <Dialog open onClose={onClose} title={renamed === null ? t.save : t.rename(renamed.name)}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (name !== '' && problem === undefined && !save.isPending) save.mutate();
        }}
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
        {save.isError && <Failure bare error={save.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button
            type="submit"
            look="primary"
            busy={save.isPending}
            disabledReason={name === '' ? t.missing : (problem ?? null)}
          >
            {t.action[renamed !== null ? 'rename' : replaces ? 'replace' : 'save']}
          </Button>
        </div>
      </form>
    </Dialog>
  );

  function problemOf(): string | undefined {
    if (renamed !== null) return isKnown ? t.taken : undefined;
    return !isKnown && views.length >= viewLimits.views ? t.full(viewLimits.views) : undefined;
  }
}
