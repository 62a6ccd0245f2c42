import { newPrompt, type BodyInput } from '@gateway/contract';
import { createPrompt, getChannel, limits, parsePromptId } from '@gateway/contract/values';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Controller, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { ChannelPicker } from '../../../components/channel-picker.js';
import { Check, Field, Input, Select, Textarea } from '../../../components/ui/form/field.js';
import { FormDialog } from '../../../components/ui/form/form-dialog.js';
import { call } from '../../../lib/api.js';
import { isRefusal, useDraftKey } from '../../../lib/storage/draft-key.js';
import { useSchemaForm } from '../../../lib/forms/zod/use-schema-form.js';
import { usePlatform } from '../../../lib/records/platforms.js';
import { span } from '../../../lib/records/policy-sentences.js';
import { OptionFields } from './option-fields.js';
import { refreshPrompts } from '../queries.js';
import { t as texts } from '../texts.js';

const t = texts.ask;

type Draft = BodyInput<typeof createPrompt>;

/** Seconds. 0: never. */
const ttlOptions = [300, 900, 3600, 28_800, 86_400, 604_800, 0];

/** Replaces empty optional fields with null. */
function withoutEmptyFields(draft: Draft): Draft {
  return {
    ...draft,
    callback_url: draft.callback_url?.trim() || null,
    correlation_id: draft.correlation_id?.trim() || null,
  };
}
/** The draft is the body: what the contract's schema makes of it is not a body again. */
const schema = z
  .custom<Draft>()
  .transform(withoutEmptyFields)
  .superRefine((draft, context) => {
    for (const issue of newPrompt.safeParse(draft).error?.issues ?? []) context.addIssue({ ...issue });
  });

interface Props {
  readonly channel: string | undefined;
  readonly onClose: () => void;
}

/** Creates a prompt from the console. */
export function AskDialog({ channel = '', onClose }: Props) {
  const client = useQueryClient();
  const navigate = useNavigate({ from: '/prompts' });
  const draftKey = useDraftKey();
  const attempt = useMutation({
    mutationFn: (body: Draft) =>
      call(createPrompt, { body }, { headers: { 'idempotency-key': draftKey.of(JSON.stringify(body)) } }),
    onSuccess: async ({ prompt_id }) => {
      refreshPrompts(client);
      await navigate({ to: '/prompts/$num', params: { num: String(parsePromptId(prompt_id)) }, search: {} });
    },
    onError: (error) => draftKey.failed(error),
  });
  const { form, errorAt, failure, submit } = useSchemaForm({
    schema,
    start: {
      channel_id: channel,
      text: '',
      options: t.sampleOptions,
      allow_text: false,
      ttl_sec: limits.ttlSecDefault,
      callback_url: '',
      correlation_id: '',
      notify_on_expiry: false,
    },
    save: attempt,
  });
  const [chosen, allowText] = useWatch({ control: form.control, name: ['channel_id', 'allow_text'] });
  const limit = useOptionLimit(chosen ?? '');

  return (
    <FormDialog
      wide
      noValidate
      title={t.title}
      help={t.help}
      action={t.send}
      busy={attempt.isPending}
      error={failure}
      onClose={onClose}
      onSubmit={submit}
    >
      <Controller
        control={form.control}
        name="channel_id"
        render={({ field }) => (
          <ChannelPicker
            label={t.channel}
            type="PROMPT"
            active
            value={field.value || undefined}
            error={errorAt('channel_id') && t.chooseChannel}
            onChoose={(id) => field.onChange(id ?? '')}
          />
        )}
      />
      <Field label={t.text} error={errorAt('text') && t.enterText(limits.promptText)}>
        <Textarea rows={2} placeholder={t.sampleText} {...form.register('text')} />
      </Field>
      <Controller
        control={form.control}
        name="options"
        render={({ field }) => (
          <OptionFields
            options={field.value ?? []}
            max={limit}
            errors={form.formState.errors.options}
            onChange={field.onChange}
          />
        )}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Check
          label={t.allowText}
          help={allowText ? t.textAllowed : t.textNotAllowed}
          {...form.register('allow_text')}
        />
        <Field label={t.expiresAfter} error={errorAt('ttl_sec')}>
          <Select {...form.register('ttl_sec', { valueAsNumber: true })}>
            {ttlOptions.map((seconds) => (
              <option key={seconds} value={seconds}>
                {seconds === 0 ? t.never : span(seconds)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <details className="grid gap-4">
        <summary className="w-fit text-sm text-soft">{t.more}</summary>
        <div className="mt-4 grid gap-4">
          <Field label={t.callbackUrl} optional error={errorAt('callback_url')} help={t.callbackHelp}>
            <Input type="url" spellCheck={false} {...form.register('callback_url')} />
          </Field>
          <Check label={t.notifyOnEnd} {...form.register('notify_on_expiry')} />
          <Field label={t.correlationId} optional error={errorAt('correlation_id')} help={t.correlationHelp}>
            <Input spellCheck={false} {...form.register('correlation_id')} />
          </Field>
        </div>
      </details>
      {failure !== null && !isRefusal(failure) && <p className="text-[0.8125rem] text-soft">{t.retrySafely}</p>}
    </FormDialog>
  );
}

/** The maximum number of options on the platform of the chosen channel. */
function useOptionLimit(channelId: string): number {
  const channel = useQuery({
    queryKey: ['channels', 'detail', channelId],
    queryFn: ({ signal }) => call(getChannel, { params: { id: channelId } }, { signal }),
    enabled: channelId !== '',
  });
  const platform = usePlatform(channel.data?.platform ?? '');
  return Math.min(platform?.limits.options ?? limits.options, limits.options);
}
