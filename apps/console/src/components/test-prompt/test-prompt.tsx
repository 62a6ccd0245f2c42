import { createPrompt } from '@gateway/contract/values';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api.js';
import { issueAt } from '../../lib/forms/form-errors.js';
import { useMay } from '../../lib/session/session.js';
import { Button } from '../ui/button.js';
import { Check, Field, Input, Textarea } from '../ui/form/field.js';
import { Failure } from '../ui/list/states.js';
import { optionsOf } from './options.js';
import { PromptOutcome } from './prompt-outcome.js';
import { t } from './texts.js';

/** Sends a test prompt and shows its answer when it arrives. */
export function TestPrompt({ channelId }: { readonly channelId: string }) {
  const disabledReason = useMay('prompts:write') ? null : t.cannotSend;
  const [text, setText] = useState(t.sampleText);
  const [options, setOptions] = useState(t.sampleOptions);
  const [allowText, setAllowText] = useState(true);
  const [callbackUrl, setCallbackUrl] = useState('');
  const [sent, setSent] = useState<string | null>(null);
  const send = useMutation({
    mutationFn: () =>
      call(createPrompt, {
        body: {
          channel_id: channelId,
          text,
          options: optionsOf(options),
          allow_text: allowText,
          callback_url: callbackUrl.trim() === '' ? null : callbackUrl.trim(),
        },
      }),
    onSuccess: ({ prompt_id }) => setSent(prompt_id),
  });
  const issueOf = (field: string) => issueAt(send.error, field);
  const isElsewhere = send.isError && !['text', 'options', 'callback_url'].some((name) => issueOf(name) !== undefined);
  return (
    <div className="grid content-start gap-4">
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (disabledReason === null && text.trim() !== '' && !send.isPending) send.mutate();
        }}
      >
        <Field label={t.text} error={issueOf('text')}>
          <Textarea rows={2} value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
        <Field label={t.options} help={t.optionsHelp} error={issueOf('options')}>
          <Input value={options} onChange={(event) => setOptions(event.target.value)} />
        </Field>
        <Check label={t.allowText} checked={allowText} onChange={(event) => setAllowText(event.target.checked)} />
        <Field label={t.callbackUrl} optional help={t.callbackHelp} error={issueOf('callback_url')}>
          <Input
            type="url"
            inputMode="url"
            placeholder="https://agent.example.com/answers"
            value={callbackUrl}
            onChange={(event) => setCallbackUrl(event.target.value)}
          />
        </Field>
        {isElsewhere && <Failure error={send.error} />}
        <Button
          type="submit"
          look="primary"
          busy={send.isPending}
          disabledReason={disabledReason ?? (text.trim() === '' ? t.enterText : null)}
          className="justify-self-start"
        >
          {t.send}
        </Button>
      </form>
      {sent !== null && <PromptOutcome key={sent} id={sent} />}
    </div>
  );
}
