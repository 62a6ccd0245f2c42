import { createChannel, newChannel, type ChannelType, type PlatformRecord } from '@gateway/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { toast } from 'sonner';
import { Button } from '../../../components/ui/button.js';
import { Choices } from '../../../components/ui/choices.js';
import { Card, Fact, Facts } from '../../../components/ui/card.js';
import { Field, Input } from '../../../components/ui/field.js';
import { call, issuesOf, reasonOf } from '../../../lib/api.js';
import { sentence } from '../../../lib/form-errors.js';
import { useMay } from '../../../lib/session.js';
import { CallbackTest } from '../callback-test.js';
import { givenCredentials, missingFields, type Draft } from './draft.js';
import { StepFooter } from './step-footer.js';

interface Props {
  readonly platform: PlatformRecord;
  readonly draft: Draft;
  readonly change: (next: Partial<Draft>) => void;
  readonly onBack: () => void;
}

const types: readonly { readonly value: ChannelType; readonly label: string; readonly help: string }[] = [
  {
    value: 'PROMPT',
    label: 'Prompts',
    help: 'Agents ask; people press a button or write an answer. Each question may have its own callback address.',
  },
  {
    value: 'MESSAGE',
    label: 'Messages',
    help: 'All that people write goes to the callback address; agents send texts into the chat at any time.',
  },
];

/** What the channel is for and where it reports; then it is registered. */
export function AnswersStep({ platform, draft, change, onBack }: Props) {
  const disabledReason = useMay('channels:write') ? null : 'Your role may not add channels';
  const navigate = useNavigate();
  const client = useQueryClient();
  const [tried, setTried] = useState(false);
  const missing = missingFields(platform, draft);
  const body = {
    channel_id: draft.channelId,
    platform: platform.id,
    target_chat_id: draft.target,
    credentials: givenCredentials(platform, draft.credentials),
    channel_type: draft.type,
    callback_url: draft.callbackUrl.trim() === '' ? null : draft.callbackUrl.trim(),
  };
  const parsed = newChannel.safeParse(body);
  const create = useMutation({
    mutationFn: () => call(createChannel, { body }),
    onSuccess: async ({ channel_id, warnings }) => {
      for (const warning of warnings) toast.warning(warning, { duration: 20_000 });
      void client.invalidateQueries({ queryKey: ['channels'] });
      // Back from there must not lead to the step that registers it once more.
      await navigate({
        to: '/channels/$channelId',
        params: { channelId: channel_id },
        search: { created: true },
        replace: true,
      });
    },
  });
  const found = tried && !parsed.success ? parsed.error.issues : issuesOf(create.error);
  const callbackIssue = found.find(({ path }) => path[0] === 'callback_url');
  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (parsed.success && missing.length === 0 && !create.isPending) create.mutate();
      }}
    >
      <Card title="What the channel is for">
        <Choices label="Type" value={draft.type} onChoose={(type) => change({ type })} options={types} />
      </Card>
      <Card title="Where it reports">
        <div className="grid gap-4">
          <Field
            label="Callback address"
            optional={draft.type === 'PROMPT'}
            help={
              draft.type === 'PROMPT'
                ? 'Prompts do not use it: each names the address that its answer goes to. It may stay empty.'
                : 'Each text that a person writes is posted there, signed.'
            }
            error={callbackIssue && sentence(callbackIssue.message)}
          >
            <Input
              type="url"
              inputMode="url"
              placeholder="https://agent.example.com/events"
              value={draft.callbackUrl}
              onChange={({ target }) => change({ callbackUrl: target.value })}
            />
          </Field>
          <CallbackTest url={draft.callbackUrl.trim()} />
        </div>
      </Card>
      <Card title="Before it is saved">
        <Facts>
          <Fact name="Platform">{platform.name}</Fact>
          <Fact name="Channel id">
            <code>{draft.channelId}</code>
          </Fact>
          <Fact name={platform.target.label}>{draft.target === '' ? 'missing' : <code>{draft.target}</code>}</Fact>
        </Facts>
      </Card>
      {missing.length > 0 && (
        <p role="alert" className="flex flex-wrap items-center gap-3 text-sm text-wait">
          Still needed: {missing.join(', ')}.
          <Button size="small" onClick={onBack}>
            Fill in
          </Button>
        </p>
      )}
      <StepFooter
        label="Save the channel"
        busy={create.isPending}
        disabledReason={disabledReason ?? (missing.length > 0 ? `Fill in first: ${missing.join(', ')}` : null)}
      >
        {/* In the bar: below the fold it would look as if nothing had happened. */}
        <p role="alert" className="text-sm break-words text-bad empty:hidden">
          {create.isError && !callbackIssue && reasonOf(create.error)}
        </p>
      </StepFooter>
    </form>
  );
}
