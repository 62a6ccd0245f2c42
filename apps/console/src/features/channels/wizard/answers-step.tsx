import { newChannel, type ChannelType, type PlatformRecord } from '@gateway/contract';
import { createChannel } from '@gateway/contract/values';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.js';
import { Choices } from '../../../components/ui/form/choices.js';
import { Card, Fact, Facts } from '../../../components/ui/card.js';
import { Field, Input } from '../../../components/ui/form/field.js';
import { call, issuesOf, reasonOf } from '../../../lib/api.js';
import { sentence } from '../../../lib/forms/form-errors.js';
import { useMay } from '../../../lib/session/session.js';
import { CallbackTest } from '../callback-test.js';
import { PromptLinksField } from '../prompt-links-field.js';
import { TermsFields } from '../terms-fields.js';
import { promptSettings, givenCredentials, missingFields, type Draft } from './draft.js';
import { forgetDraft } from './stored-draft.js';
import { StepFooter } from './step-footer.js';
import { t as shared } from '../texts.js';
import { t } from './texts.js';
import { toast } from '../../../lib/page/toast.js';

interface Props {
  readonly platform: PlatformRecord;
  readonly draft: Draft;
  readonly change: (next: Partial<Draft>) => void;
  readonly onBack: () => void;
}

const types: readonly { readonly value: ChannelType; readonly label: string; readonly help: string }[] = [
  { value: 'PROMPT', label: shared.types.PROMPT, help: t.purpose.promptHelp },
  { value: 'MESSAGE', label: shared.types.MESSAGE, help: t.purpose.messageHelp },
];

/** The last step: type and callback URL, then the channel is created. */
export function AnswersStep({ platform, draft, change, onBack }: Props) {
  const disabledReason = useMay('channels:write') ? null : shared.mayNotAdd;
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
    ...promptSettings(draft),
  };
  const parsed = newChannel.safeParse(body);
  const create = useMutation({
    mutationFn: () => call(createChannel, { body }),
    onSuccess: async ({ channel_id, warnings }) => {
      forgetDraft();
      for (const { message } of warnings) toast.warning(message);
      void client.invalidateQueries({ queryKey: ['channels'] });
      // `replace`, so that the back button does not return to the step that creates the channel.
      await navigate({
        to: '/channels/$channelId',
        params: { channelId: channel_id },
        search: { created: true },
        replace: true,
      });
    },
  });
  const found = tried && !parsed.success ? parsed.error.issues : issuesOf(create.error);
  const maySetTerms = [useMay('people:write'), useMay('policies:write')].includes(true);
  const issueOf = (name: string) => {
    const issue = found.find(({ path }) => path[0] === name);
    return issue && sentence(issue.message);
  };
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
      <Card title={t.purpose.type}>
        <Choices label={t.purpose.question} value={draft.type} onChoose={(type) => change({ type })} options={types} />
      </Card>
      <Card title={t.purpose.callback}>
        <div className="grid gap-4">
          <Field
            label={shared.callbackUrl}
            optional={draft.type === 'PROMPT'}
            help={draft.type === 'PROMPT' ? t.purpose.promptCallback : t.purpose.messageCallback}
            error={issueOf('callback_url')}
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
      {draft.type === 'PROMPT' && maySetTerms && (
        <Card title={t.purpose.whoAnswers}>
          <div className="grid grid-cols-1 gap-5">
            <TermsFields approvers={draft.approvers} policy={draft.policy} issueOf={issueOf} onChange={change} />
          </div>
        </Card>
      )}
      {draft.type === 'PROMPT' && (
        <Card>
          <PromptLinksField
            checked={draft.promptLinks}
            error={issueOf('prompt_links')}
            onChange={(promptLinks) => change({ promptLinks })}
          />
        </Card>
      )}
      <Card title={t.purpose.review}>
        <Facts>
          <Fact name={t.purpose.platform}>{platform.name}</Fact>
          <Fact name={t.id.label}>
            <code>{draft.channelId}</code>
          </Fact>
          <Fact name={platform.target.label}>
            {draft.target === '' ? t.purpose.noTarget : <code>{draft.target}</code>}
          </Fact>
        </Facts>
      </Card>
      {missing.length > 0 && (
        <p role="alert" className="flex flex-wrap items-center gap-3 text-sm text-wait">
          {t.missing(missing.join(', '))}
          <Button size="small" onClick={onBack}>
            {t.purpose.fillIn}
          </Button>
        </p>
      )}
      <StepFooter
        label={t.purpose.save}
        busy={create.isPending}
        disabledReason={disabledReason ?? (missing.length > 0 ? t.fillIn(missing.join(', ')) : null)}
      >
        {/* In the footer, so that the error is always visible. */}
        <p role="alert" className="text-sm wrap-anywhere text-bad empty:hidden">
          {create.isError && issueOf('callback_url') === undefined && reasonOf(create.error)}
        </p>
      </StepFooter>
    </form>
  );
}
