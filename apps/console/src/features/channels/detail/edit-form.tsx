import { channelPatch, type ChannelPatch, type PlatformRecord } from '@gateway/contract';
import { limits, updateChannel } from '@gateway/contract/values';
import { LockKeyhole } from 'lucide-react';
import { useState } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { Button } from '../../../components/ui/button.js';
import { Field, Input, Select } from '../../../components/ui/form/field.js';
import { Notice } from '../../../components/ui/notice.js';
import { Failure } from '../../../components/ui/list/states.js';
import { call } from '../../../lib/api.js';
import { useSave } from '../../../lib/forms/use-save.js';
import { useSchemaForm } from '../../../lib/forms/zod/use-schema-form.js';
import { CallbackTest } from '../callback-test.js';
import { CredentialField } from '../credential-field.js';
import { PromptLinksField } from '../prompt-links-field.js';
import type { ChannelDetail } from '../queries.js';
import { TermsFields } from '../terms-fields.js';
import { AttentionFields } from './attention-fields.js';
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
  const save = useSave((body: ChannelPatch) => call(updateChannel, { params: { id: channel.channel_id }, body }), {
    resources: ['channels'],
    onSaved: ({ warnings }) => {
      for (const { message } of warnings) toast.warning(message);
    },
    onDone: onClose,
  });
  const patchFrom = (edit: Edit) => {
    const changes = patchOf(channel, edit);
    const isProving = !channel.credentials_proven && Boolean(changes.approvers ?? changes.policy);
    return { isProving, patch: isProving ? { ...changes, credentials: allCredentials(platform, edit) } : changes };
  };
  const { form, errorAt, failure, submit } = useSchemaForm({
    schema: z
      .custom<Edit>()
      .transform((edit) => patchFrom(edit).patch)
      .pipe(channelPatch),
    start: startOf(channel),
    save,
  });
  const { control, register, setValue } = form;
  const edit = useWatch({ control }) as Edit;
  const { isProving, patch } = patchFrom(edit);
  const isMissing =
    isProving && platform.credentials.some(({ name, required }) => required && !edit.credentials[name]?.trim());
  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      <Field label={platform.target.label} help={platform.target.help} error={errorAt('target_chat_id')}>
        <Input
          autoFocus
          maxLength={limits.targetChatId}
          spellCheck={false}
          className="font-mono"
          {...register('target_chat_id')}
        />
      </Field>
      <div className="grid gap-3">
        <Field label={shared.callbackUrl} optional={channel.channel_type === 'PROMPT'} error={errorAt('callback_url')}>
          <Input type="url" inputMode="url" {...register('callback_url')} />
        </Field>
        <CallbackTest url={edit.callback_url.trim()} />
      </div>
      {platform.limits.outside_window.length > 1 && (
        <Field label={t.window.label} help={t.window.help} error={errorAt('outside_window')}>
          <Select {...register('outside_window')}>
            {platform.limits.outside_window.map((choice) => (
              <option key={choice} value={choice}>
                {shared.outsideWindow[choice]}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {edit.outside_window === 'template' && <TemplateFields register={register} errorAt={errorAt} />}
      {channel.channel_type === 'PROMPT' && (
        <>
          <TermsFields
            approvers={edit.approvers}
            policy={edit.policy}
            issueOf={errorAt}
            onChange={({ approvers, policy }) => {
              if (approvers) setValue('approvers', approvers);
              if (policy !== undefined) setValue('policy', policy);
            }}
          />
          <AttentionFields control={control} errorAt={errorAt} />
          <Controller
            control={control}
            name="prompt_links"
            render={({ field }) => (
              <PromptLinksField checked={field.value} error={errorAt('prompt_links')} onChange={field.onChange} />
            )}
          />
        </>
      )}
      {isProving && <Notice>{t.edit.enterAgain}</Notice>}
      <Controller
        control={control}
        name="credentials"
        render={({ field }) => (
          <Credentials
            platform={platform}
            areAllOpen={isProving}
            values={field.value}
            errorAt={errorAt}
            onChange={field.onChange}
          />
        )}
      />
      {failure !== null && <Failure error={failure} />}
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

function startOf(channel: ChannelDetail): Edit {
  return {
    target_chat_id: channel.target_chat_id,
    callback_url: channel.callback_url ?? '',
    outside_window: channel.outside_window,
    approvers: channel.approvers ?? [],
    policy: channel.policy ?? '',
    prompt_links: channel.prompt_links,
    max_open_per_key: String(channel.max_open_per_key ?? ''),
    max_open_per_person: String(channel.max_open_per_person ?? ''),
    window_template: channel.window_template ?? { name: '', language: '' },
    credentials: {},
  };
}

interface CredentialsProps {
  readonly platform: PlatformRecord;
  /** All must be given again, so none stays locked. */
  readonly areAllOpen: boolean;
  readonly values: Edit['credentials'];
  readonly errorAt: (field: string) => string | undefined;
  readonly onChange: (values: Edit['credentials']) => void;
}

/** Credentials are locked until the operator replaces or removes one. Locked ones stay unchanged. */
function Credentials({ platform, areAllOpen, values, errorAt, onChange }: CredentialsProps) {
  const [unlocked, setUnlocked] = useState<string | null>(null);
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-sm font-medium">{t.credentials.title}</legend>
      {platform.credentials.map((field) => {
        const error = errorAt(`credentials.${field.name}`);
        if (areAllOpen || unlocked === field.name) {
          return (
            <CredentialField
              key={field.name}
              field={field}
              fields={[field]}
              autoFocus={unlocked === field.name}
              value={values[field.name] ?? ''}
              error={error}
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
            {error !== undefined && (
              <p role="alert" className="text-[0.8125rem] text-bad">
                {error}
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
