import { limits, sendMessage } from '@gateway/contract/values';
import { useMutation, useQuery } from '@tanstack/react-query';
import { CircleCheck, SendHorizontal } from 'lucide-react';
import { useState } from 'react';
import { SandboxChat } from '../../../components/sandbox-chat/sandbox-chat.js';
import { sandboxQuery } from '../../../components/sandbox-chat/queries.js';
import { TestPrompt } from '../../../components/test-prompt/test-prompt.js';
import { Button } from '../../../components/ui/button.js';
import { Card } from '../../../components/ui/card.js';
import { Field, Textarea } from '../../../components/ui/form/field.js';
import { Failure } from '../../../components/ui/list/states.js';
import { call } from '../../../lib/api.js';
import { useMay } from '../../../lib/session/session.js';
import type { ChannelDetail } from '../queries.js';
import { t } from './texts.js';

/** Sends a test prompt or a message, with the simulated chat for a sandbox channel. */
export function SendCard({ channel }: { readonly channel: ChannelDetail }) {
  const { channel_id: id, channel_type: type } = channel;
  const { data: sandbox } = useQuery(sandboxQuery);
  const isSimulated = sandbox?.channels.includes(id) === true;
  return (
    <>
      <Card title={type === 'PROMPT' ? t.send.prompt : t.send.message}>
        {type === 'PROMPT' ? <TestPrompt channelId={id} /> : <SendMessage channelId={id} />}
      </Card>
      {isSimulated && <SandboxChat channelId={id} />}
    </>
  );
}

function SendMessage({ channelId }: { readonly channelId: string }) {
  const disabledReason = useMay('messages:send') ? null : t.send.mayNot;
  const [text, setText] = useState('');
  const send = useMutation({
    mutationFn: () => call(sendMessage, { body: { channel_id: channelId, text } }),
    onSuccess: () => setText(''),
  });
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (disabledReason === null && text.trim() !== '' && !send.isPending) send.mutate();
      }}
    >
      <Field label={t.send.text}>
        <Textarea
          rows={3}
          maxLength={limits.messageText}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      {send.isError && <Failure error={send.error} />}
      <div className="flex items-center gap-3">
        <Button
          type="submit"
          look="primary"
          busy={send.isPending}
          disabledReason={disabledReason ?? (text.trim() === '' ? t.send.enterText : null)}
        >
          <SendHorizontal className="size-4" aria-hidden />
          {t.send.send}
        </Button>
        <p role="status" className="flex items-center gap-1.5 text-sm text-good empty:hidden">
          {send.isSuccess && text === '' && (
            <>
              <CircleCheck className="size-4" aria-hidden />
              {t.send.sent}
            </>
          )}
        </p>
      </div>
    </form>
  );
}
