import { zodResolver } from '@hookform/resolvers/zod';
import {
  createPrompt,
  getChannel,
  limits,
  newPrompt,
  parsePromptId,
  type BodyInput,
  type NewPrompt,
} from '@gateway/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { ChannelPicker } from '../../components/channel-picker.js';
import { Button } from '../../components/ui/button.js';
import { Dialog } from '../../components/ui/dialog.js';
import { Check, Field, Input, Select, Textarea } from '../../components/ui/field.js';
import { Failure } from '../../components/ui/states.js';
import { call } from '../../lib/api.js';
import { isRefusal, useDraftKey } from '../../lib/draft-key.js';
import { sentence, showIssues } from '../../lib/form-errors.js';
import { usePlatform } from '../../lib/platforms.js';
import { OptionFields } from './option-fields.js';
import { refreshPrompts } from './queries.js';

type Draft = BodyInput<typeof createPrompt>;

const ttlOptions = [
  [300, '5 minutes'],
  [900, '15 minutes'],
  [3600, '1 hour'],
  [28_800, '8 hours'],
  [86_400, '1 day'],
  [604_800, '7 days'],
  [0, 'never'],
] as const;

/** Replaces empty optional fields with null. */
function withoutEmptyFields(draft: Draft): Draft {
  return {
    ...draft,
    callback_url: draft.callback_url?.trim() || null,
    correlation_id: draft.correlation_id?.trim() || null,
  };
}
const check = zodResolver(newPrompt);

interface Props {
  readonly channel: string | undefined;
  readonly onClose: () => void;
}

/** Creates a prompt from the console. */
export function AskDialog({ channel, onClose }: Props) {
  return (
    <Dialog
      open
      onClose={onClose}
      wide
      title="New prompt"
      help="Posted to the channel’s chat like a prompt from an agent. It can be answered there and here."
    >
      <AskForm channel={channel ?? ''} onClose={onClose} />
    </Dialog>
  );
}

function AskForm({ channel, onClose }: { readonly channel: string; readonly onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate({ from: '/prompts' });
  const draftKey = useDraftKey();
  const [failure, setFailure] = useState<unknown>(null);
  const form = useForm<Draft, unknown, NewPrompt>({
    resolver: (draft, context, options) => check(withoutEmptyFields(draft), context, options),
    defaultValues: {
      channel_id: channel,
      text: '',
      options: ['Yes', 'No'],
      allow_text: false,
      ttl_sec: limits.ttlSecDefault,
      callback_url: '',
      correlation_id: '',
      notify_on_expiry: false,
    },
  });
  const { errors } = form.formState;
  const [chosen, allowText] = useWatch({ control: form.control, name: ['channel_id', 'allow_text'] });
  const attempt = useMutation({
    mutationFn: (body: NewPrompt) =>
      call(createPrompt, { body }, { headers: { 'idempotency-key': draftKey.of(JSON.stringify(body)) } }),
    onSuccess: async ({ prompt_id }) => {
      refreshPrompts(client);
      await navigate({ to: '/prompts/$num', params: { num: String(parsePromptId(prompt_id)) }, search: {} });
    },
    onError: (error) => {
      draftKey.failed(error);
      setFailure(showIssues(form, error));
    },
  });
  const message = (name: keyof Draft) => {
    const text = errors[name]?.message;
    return text === undefined ? undefined : sentence(text);
  };
  const limit = useOptionLimit(chosen ?? '');

  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        setFailure(null);
        void form.handleSubmit((body) => attempt.mutate(body))(event);
      }}
    >
      <Controller
        control={form.control}
        name="channel_id"
        render={({ field }) => (
          <ChannelPicker
            label="Channel"
            type="PROMPT"
            active
            value={field.value || undefined}
            error={message('channel_id') && 'Choose a channel.'}
            onChoose={(id) => field.onChange(id ?? '')}
          />
        )}
      />
      <Field label="Question" error={message('text') && 'Enter a question of up to 4096 characters.'}>
        <Textarea rows={2} placeholder="May I deploy version 2.4 to production?" {...form.register('text')} />
      </Field>
      <Controller
        control={form.control}
        name="options"
        render={({ field }) => (
          <OptionFields options={field.value ?? []} max={limit} errors={errors.options} onChange={field.onChange} />
        )}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Check
          label="Allow free-text answers"
          help={allowText ? 'People can also reply with a text.' : 'People can only choose an option.'}
          {...form.register('allow_text')}
        />
        <Field label="Expires after" error={message('ttl_sec')}>
          <Select {...form.register('ttl_sec', { valueAsNumber: true })}>
            {ttlOptions.map(([seconds, label]) => (
              <option key={seconds} value={seconds}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <details className="grid gap-4">
        <summary className="w-fit text-sm text-soft">Callback and correlation id</summary>
        <div className="mt-4 grid gap-4">
          <Field label="Callback URL" optional error={message('callback_url')} help="Receives the signed answer.">
            <Input type="url" spellCheck={false} {...form.register('callback_url')} />
          </Field>
          <Check label="Also notify on expiry or cancellation" {...form.register('notify_on_expiry')} />
          <Field label="Correlation id" optional error={message('correlation_id')} help="Returned with the answer.">
            <Input spellCheck={false} {...form.register('correlation_id')} />
          </Field>
        </div>
      </details>
      {failure !== null && (
        <div className="-mx-4">
          <Failure error={failure} />
          {!isRefusal(failure) && (
            <p className="px-4 text-[0.8125rem] text-soft">
              The prompt may have been created. You can retry safely: it is created only once.
            </p>
          )}
        </div>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" busy={attempt.isPending}>
          Send prompt
        </Button>
      </div>
    </form>
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
