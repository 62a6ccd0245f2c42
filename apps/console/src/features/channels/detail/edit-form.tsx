import type { OutsideWindow, PlatformRecord } from '@gateway/contract';
import { limits, updateChannel } from '@gateway/contract/values';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { LockKeyhole } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.js';
import { Field, Input, Select } from '../../../components/ui/form/field.js';
import { Notice } from '../../../components/ui/notice.js';
import { Failure } from '../../../components/ui/list/states.js';
import { call, issuesOf } from '../../../lib/api.js';
import { sentence } from '../../../lib/forms/form-errors.js';
import { CallbackTest } from '../callback-test.js';
import { CredentialField } from '../credential-field.js';
import { PromptLinksField } from '../prompt-links-field.js';
import type { ChannelDetail } from '../queries.js';
import { AttentionFields } from '../attention-fields.js';
import { TermsFields } from '../terms-fields.js';
import { allCredentials, patchOf, type Edit } from './patch.js';
import { TemplateFields } from './template-fields.js';
import { t as shared } from '../texts.js';
import { t } from './texts.js';
import { toast } from '../../../lib/page/toast.js';

interface Props {
  readonly channel: ChannelDetail;
  readonly platform: PlatformRecord;
  readonly onClose: () => void;
}

/** Edits a channel. A credential changes only when its field is opened; one can be open at a time. */
export function EditForm({ channel, platform, onClose }: Props) {
  const client = useQueryClient();
  const [edit, setEdit] = useState<Edit>({
    target: channel.target_chat_id,
    callbackUrl: channel.callback_url ?? '',
    outsideWindow: channel.outside_window,
    approvers: channel.approvers ?? [],
    policy: channel.policy ?? '',
    promptLinks: channel.prompt_links,
    maxOpenPerKey: String(channel.max_open_per_key ?? ''),
    maxOpenPerPerson: String(channel.max_open_per_person ?? ''),
    template: channel.window_template ?? { name: '', language: '' },
    credentials: {},
  });
  const changes = patchOf(channel, edit);
  const isProving = !channel.credentials_proven && Boolean(changes.approvers ?? changes.policy);
  const patch = isProving ? { ...changes, credentials: allCredentials(platform, edit) } : changes;
  const isMissing =
    isProving && platform.credentials.some(({ name, required }) => required && !edit.credentials[name]?.trim());
  const save = useMutation({
    mutationFn: () => call(updateChannel, { params: { id: channel.channel_id }, body: patch }),
    onSuccess: async ({ warnings }) => {
      for (const { message } of warnings) toast.warning(message);
      await client.invalidateQueries({ queryKey: ['channels'] });
      onClose();
    },
  });
  const issues = issuesOf(save.error);
  const issueOf = (name: string) => {
    const issue = issues.find(({ path }) => path.at(-1) === name);
    return issue && sentence(issue.message);
  };
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!save.isPending) save.mutate();
      }}
    >
      <Field label={platform.target.label} help={platform.target.help} error={issueOf('target_chat_id')}>
        <Input
          autoFocus
          value={edit.target}
          maxLength={limits.targetChatId}
          spellCheck={false}
          className="font-mono"
          onChange={({ target }) => setEdit({ ...edit, target: target.value })}
        />
      </Field>
      <div className="grid gap-3">
        <Field label={shared.callbackUrl} optional={channel.channel_type === 'PROMPT'} error={issueOf('callback_url')}>
          <Input
            type="url"
            inputMode="url"
            value={edit.callbackUrl}
            onChange={({ target }) => setEdit({ ...edit, callbackUrl: target.value })}
          />
        </Field>
        <CallbackTest url={edit.callbackUrl.trim()} />
      </div>
      {platform.limits.outside_window.length > 1 && (
        <Field label={t.window.label} help={t.window.help} error={issueOf('outside_window')}>
          <Select
            value={edit.outsideWindow}
            onChange={({ target }) => setEdit({ ...edit, outsideWindow: target.value as OutsideWindow })}
          >
            {platform.limits.outside_window.map((choice) => (
              <option key={choice} value={choice}>
                {shared.outsideWindow[choice]}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {edit.outsideWindow === 'template' && (
        <TemplateFields
          template={edit.template}
          issueOf={issueOf}
          onChange={(template) => setEdit({ ...edit, template })}
        />
      )}
      {channel.channel_type === 'PROMPT' && (
        <>
          <TermsFields
            approvers={edit.approvers}
            policy={edit.policy}
            issueOf={issueOf}
            onChange={(part) => setEdit({ ...edit, ...part })}
          />
          <AttentionFields
            perKey={edit.maxOpenPerKey}
            perPerson={edit.maxOpenPerPerson}
            issueOf={issueOf}
            onChange={(part) => setEdit({ ...edit, ...part })}
          />
          <PromptLinksField
            checked={edit.promptLinks}
            error={issueOf('prompt_links')}
            onChange={(promptLinks) => setEdit({ ...edit, promptLinks })}
          />
        </>
      )}
      {isProving && <Notice>{t.edit.enterAgain}</Notice>}
      <Credentials
        platform={platform}
        areAllOpen={isProving}
        values={edit.credentials}
        issueOf={issueOf}
        onChange={(credentials) => setEdit({ ...edit, credentials })}
      />
      {save.isError && issues.length === 0 && <Failure error={save.error} />}
      {!channel.is_active && <p className="text-[0.8125rem] text-soft">{t.edit.enables}</p>}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button
          type="submit"
          look="primary"
          busy={save.isPending}
          disabledReason={
            Object.keys(patch).length === 0 ? t.edit.noChanges : isMissing ? t.edit.enterAgainFirst : null
          }
        >
          {t.save}
        </Button>
      </div>
    </form>
  );
}

interface CredentialsProps {
  readonly platform: PlatformRecord;
  /** All must be given again, so none stays locked. */
  readonly areAllOpen: boolean;
  readonly values: Edit['credentials'];
  readonly issueOf: (name: string) => string | undefined;
  readonly onChange: (values: Edit['credentials']) => void;
}

/** Credentials are locked until the operator replaces or removes one. Locked ones stay unchanged. */
function Credentials({ platform, areAllOpen, values, issueOf, onChange }: CredentialsProps) {
  const [unlocked, setUnlocked] = useState<string | null>(null);
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-sm font-medium">{t.credentials.title}</legend>
      {platform.credentials.map((field) => {
        if (areAllOpen || unlocked === field.name) {
          return (
            <CredentialField
              key={field.name}
              field={field}
              fields={[field]}
              autoFocus={unlocked === field.name}
              value={values[field.name] ?? ''}
              error={issueOf(field.name)}
              onChange={(next) => onChange({ ...values, ...next })}
            />
          );
        }
        return (
          <div key={field.name} className="grid gap-1">
            <div className="flex items-center gap-2 rounded-control border border-line bg-sunken py-1 pr-1 pl-3 text-sm">
              <LockKeyhole className="size-4 shrink-0 text-soft" aria-hidden />
              <span className="min-w-0 flex-1 wrap-anywhere">
                {field.label}
                <span className="block text-xs text-soft">{stateOf(values[field.name])}</span>
              </span>
              {!field.required && (
                <Button
                  size="small"
                  look="ghost"
                  aria-label={t.credentials.removeNamed(field.label)}
                  onClick={() => onChange({ ...values, [field.name]: null })}
                >
                  {t.credentials.remove}
                </Button>
              )}
              <Button
                size="small"
                look="ghost"
                aria-label={t.credentials.replaceNamed(field.label)}
                onClick={() => {
                  setUnlocked(field.name);
                  onChange({ ...values, [field.name]: values[field.name] ?? '' });
                }}
              >
                {t.credentials.replace}
              </Button>
            </div>
            {issueOf(field.name) !== undefined && (
              <p role="alert" className="text-[0.8125rem] text-bad">
                {issueOf(field.name)}
              </p>
            )}
          </div>
        );
      })}
    </fieldset>
  );
}

function stateOf(value: string | null | undefined): string {
  if (value === null) return t.credentials.removed;
  return (value ?? '') === '' ? t.credentials.unchanged : t.credentials.replaced;
}
