import { updateSettings, type RetentionSettings, type SettingsPatch } from '@gateway/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { managedReason } from '../../components/managed.js';
import { Button } from '../../components/ui/button.js';
import { Card } from '../../components/ui/card.js';
import { Confirm } from '../../components/ui/dialog.js';
import { Failure, Notice } from '../../components/ui/states.js';
import { call, issuesOf } from '../../lib/api.js';
import { sentence } from '../../lib/form-errors.js';
import { useMay } from '../../lib/session.js';
import { useDebounced } from '../../lib/debounced.js';
import { changesOf, daysIssue, formOf, kinds, removalText, type Kind, type RetentionForm } from './changes.js';
import { KindCard } from './kind-card.js';
import { Preview } from './preview.js';
import { previewQuery, settingsQuery } from './queries.js';

const DEBOUNCE_MS = 350;

/** The retention settings with a preview of what a change deletes. */
export function RetentionSettingsForm({ saved }: { readonly saved: RetentionSettings }) {
  const client = useQueryClient();
  const isOwner = useMay('settings:write');
  const managed = managedReason(saved);
  const may = isOwner && managed === null;
  const [form, setForm] = useState<RetentionForm>(() => formOf(saved));
  const [asking, setAsking] = useState(false);
  const changes = changesOf(form, saved);
  const changed = changes !== null && Object.keys(changes).length > 0;
  const debounced = useDebounced(changes, DEBOUNCE_MS);
  const preview = useQuery({ ...previewQuery(debounced ?? {}), enabled: debounced !== null });
  // The operator confirms only a preview that matches the current form.
  const current =
    preview.isPlaceholderData || preview.isError || JSON.stringify(debounced) !== JSON.stringify(changes)
      ? undefined
      : preview.data;
  const loss = current && removalText(current.would_remove);

  const save = useMutation({
    mutationFn: (body: SettingsPatch) => call(updateSettings, { body }),
    onSuccess: async (settings) => {
      setAsking(false);
      toast.success('Saved. Expired records are deleted in the background.');
      client.setQueryData(settingsQuery.queryKey, settings);
      await Promise.all(['settings', 'audit'].map((resource) => client.invalidateQueries({ queryKey: [resource] })));
    },
    onError: () => setAsking(false),
  });
  const issues = issuesOf(save.error);
  const errorOf = (kind: Kind) => {
    const issue = issues.find(({ path }) => String(path[0]).startsWith(kind));
    return daysIssue(form, kind) ?? (issue && sentence(issue.message));
  };
  const change = (part: Partial<RetentionForm>) => {
    save.reset();
    setForm((now) => ({ ...now, ...part }));
  };
  const disabledReason = !may
    ? (managed ?? 'Only owners can change retention')
    : changes === null
      ? 'Correct the number of days first'
      : !changed
        ? 'There are no changes to save'
        : current === undefined && !preview.isError
          ? 'Loading the preview'
          : null;

  return (
    <form
      noValidate
      className="grid gap-4 [&_:is(input,button)]:scroll-mb-44"
      onSubmit={(event) => {
        event.preventDefault();
        if (disabledReason !== null || !changes) return;
        // Also confirmed when the preview failed.
        if (loss === null) save.mutate(changes);
        else setAsking(true);
      }}
    >
      {managed !== null && <Notice>{managed}.</Notice>}
      {!isOwner && <Notice>You can view these settings. Only owners can change them.</Notice>}
      {kinds.map((kind) => (
        <KindCard key={kind} kind={kind} form={form} error={errorOf(kind)} disabled={!may} onChange={change} />
      ))}
      {save.isError && issues.length === 0 && <Failure error={save.error} />}
      <Card className="sticky bottom-20 z-10 shadow-pop md:bottom-4">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          {changes === null ? (
            <p className="min-w-56 flex-1 text-sm text-soft">Correct the number of days to see a preview.</p>
          ) : (
            <Preview query={preview} counting={changed && current === undefined} changed={changed} />
          )}
          <div className="flex flex-wrap gap-2">
            {(changed || changes === null) && <Button onClick={() => change(formOf(saved))}>Reset</Button>}
            <Button type="submit" look="primary" disabledReason={disabledReason} busy={save.isPending}>
              Save
            </Button>
          </div>
        </div>
      </Card>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title="Delete expired records?"
        action="Save and delete"
        busy={save.isPending}
        error={null}
        onConfirm={() => changes && save.mutate(changes)}
      >
        <p>
          {loss ? (
            <>
              Saving deletes <strong className="font-semibold">{loss}</strong> now, and other records when their
              retention period ends.
            </>
          ) : (
            'The preview could not be loaded. Saving deletes all records whose retention period has ended.'
          )}
        </p>
        <p className="text-soft">This cannot be undone.</p>
      </Confirm>
    </form>
  );
}
