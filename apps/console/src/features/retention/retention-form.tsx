import type { RetentionSettings, SettingsPatch } from '@gateway/contract';
import { updateSettings } from '@gateway/contract/values';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { managedReason } from '../../components/managed.js';
import { Button } from '../../components/ui/button.js';
import { Card } from '../../components/ui/card.js';
import { Confirm } from '../../components/ui/dialog.js';
import { Filled } from '../../components/ui/form/filled.js';
import { Notice } from '../../components/ui/notice.js';
import { Failure } from '../../components/ui/list/states.js';
import { call, issuesOf } from '../../lib/api.js';
import { sentence } from '../../lib/forms/form-errors.js';
import { useMay } from '../../lib/session/session.js';
import { useDebounced } from '../../lib/forms/debounced.js';
import { changesOf, daysIssue, formOf, kinds, removalText, type Kind, type RetentionForm } from './changes.js';
import { KindCard } from './kind-card.js';
import { Preview } from './preview.js';
import { previewQuery, settingsQuery } from './queries.js';
import { t } from './texts.js';
import { toast } from '../../lib/page/toast.js';
import { useSave } from '../../lib/forms/use-save.js';

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

  const save = useSave((body: SettingsPatch) => call(updateSettings, { body }), {
    resources: ['settings', 'audit'],
    onSaved: (settings) => {
      setAsking(false);
      toast.success(t.saved);
      client.setQueryData(settingsQuery.queryKey, settings);
    },
    onFailed: () => setAsking(false),
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
    ? (managed ?? t.onlyOwners)
    : changes === null
      ? t.correctDays
      : !changed
        ? t.noChanges
        : current === undefined && !preview.isError
          ? t.loadingPreview
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
      {!isOwner && <Notice>{t.viewOnly}</Notice>}
      {kinds.map((kind) => (
        <KindCard key={kind} kind={kind} form={form} error={errorOf(kind)} disabled={!may} onChange={change} />
      ))}
      {save.isError && issues.length === 0 && <Failure error={save.error} />}
      <Card className="sticky bottom-20 z-10 shadow-pop md:bottom-4">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          {changes === null ? (
            <p className="min-w-56 flex-1 text-sm text-soft">{t.correctForPreview}</p>
          ) : (
            <Preview query={preview} counting={changed && current === undefined} changed={changed} />
          )}
          <div className="flex flex-wrap gap-2">
            {(changed || changes === null) && <Button onClick={() => change(formOf(saved))}>{t.reset}</Button>}
            <Button type="submit" look="primary" disabledReason={disabledReason} busy={save.isPending}>
              {t.save}
            </Button>
          </div>
        </div>
      </Card>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={t.confirm.title}
        action={t.confirm.action}
        busy={save.isPending}
        error={null}
        onConfirm={() => changes && save.mutate(changes)}
      >
        <p>
          {loss ? (
            <Filled text={t.confirm.loss} parts={{ records: <strong className="font-semibold">{loss}</strong> }} />
          ) : (
            t.confirm.unknownLoss
          )}
        </p>
        <p className="text-soft">{t.confirm.final}</p>
      </Confirm>
    </form>
  );
}
