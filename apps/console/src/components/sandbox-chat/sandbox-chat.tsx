import type { SandboxState } from '@gateway/contract';
import { pressInSandbox, writeInSandbox } from '@gateway/contract/values';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { MessagesSquare, SendHorizontal, X } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { call } from '../../lib/api.js';
import { useMay } from '../../lib/session/session.js';
import { IconButton } from '../ui/button.js';
import { Field, Input } from '../ui/form/field.js';
import { Filled } from '../ui/form/filled.js';
import { Empty } from '../ui/list/empty.js';
import { Loaded } from '../ui/list/loaded.js';
import { Failure } from '../ui/list/states.js';
import { sandboxQuery } from './queries.js';
import { SandboxBubble, type SandboxMessage } from './sandbox-message.js';
import { t } from './texts.js';

/** The simulated chat of one channel, in which the operator plays the person. */
export function SandboxChat({ channelId }: { readonly channelId: string }) {
  const query = useQuery(sandboxQuery);
  return (
    <div className="flex h-[26rem] min-w-0 flex-col overflow-hidden rounded-card border border-line bg-sunken">
      <p className="flex items-center gap-2 border-b border-line bg-card px-4 py-2.5 text-sm">
        <MessagesSquare className="size-4 text-soft" aria-hidden />
        <span className="min-w-0 truncate">
          <Filled text={t.title} parts={{ channel: <code>{channelId}</code> }} />
        </span>
      </p>
      <Loaded query={query}>{(state) => <Chat state={state} channelId={channelId} />}</Loaded>
    </div>
  );
}

function Chat({ state, channelId }: { readonly state: SandboxState; readonly channelId: string }) {
  const client = useQueryClient();
  const disabledReason = useMay('channels:write') ? null : t.cannotUse;
  const [text, setText] = useState('');
  const [replyTo, setReplyTo] = useState<SandboxMessage | null>(null);
  const onSuccess = (next: SandboxState) => client.setQueryData(sandboxQuery.queryKey, next);
  const press = useMutation({
    mutationFn: (pressed: { message_id: string; button_id: string }) =>
      call(pressInSandbox, { body: { channel_id: channelId, ...pressed } }),
    onSuccess,
  });
  const write = useMutation({
    mutationFn: () => call(writeInSandbox, { body: { channel_id: channelId, text, reply_to: replyTo?.id ?? null } }),
    onSuccess: (next) => {
      onSuccess(next);
      setText('');
      setReplyTo(null);
    },
  });
  const messages = state.messages.filter(({ chat }) => chat === channelId);
  const error = press.error ?? write.error;
  return (
    <>
      <Scrolled length={messages.length}>
        {messages.length === 0 ? (
          <Empty title={t.noMessages}>
            <p>{t.noMessagesHelp}</p>
          </Empty>
        ) : (
          <ol className="grid gap-3 p-4" aria-label={t.messages} aria-live="polite">
            {messages.map((message) => (
              <SandboxBubble
                key={message.id}
                message={message}
                disabledReason={disabledReason}
                pressing={
                  press.isPending && press.variables.message_id === message.id ? press.variables.button_id : null
                }
                onPress={(button_id) => press.mutate({ message_id: message.id, button_id })}
                onReply={() => setReplyTo(message)}
              />
            ))}
          </ol>
        )}
      </Scrolled>
      {error !== null && <Failure error={error} />}
      <form
        className="grid gap-2 border-t border-line bg-card p-2.5"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== '' && disabledReason === null && !write.isPending) write.mutate();
        }}
      >
        {replyTo && (
          <p className="flex items-center gap-2 border-l-2 border-accent pl-2.5 text-xs text-soft">
            <span className="min-w-0 flex-1 truncate">{t.replyTo(replyTo.text)}</span>
            <IconButton label={t.cancelReply} onClick={() => setReplyTo(null)}>
              <X className="size-3.5" aria-hidden />
            </IconButton>
          </p>
        )}
        <div className="flex gap-2">
          <Field label={t.reply} bare className="flex-1">
            <Input
              value={text}
              placeholder={t.reply}
              autoComplete="off"
              onChange={(event) => setText(event.target.value)}
            />
          </Field>
          <IconButton
            label={t.send}
            type="submit"
            look="primary"
            size="normal"
            busy={write.isPending}
            disabledReason={disabledReason ?? (text.trim() === '' ? t.enterMessage : null)}
          >
            <SendHorizontal className="size-4" aria-hidden />
          </IconButton>
        </div>
      </form>
    </>
  );
}

/** Scrolls to the newest message. */
function Scrolled({ length, children }: { readonly length: number; readonly children: ReactNode }) {
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (length > 0) area.current?.scrollTo({ top: area.current.scrollHeight });
  }, [length]);
  return (
    <div ref={area} className="min-h-0 flex-1 overflow-y-auto" tabIndex={0} role="region" aria-label={t.label}>
      {children}
    </div>
  );
}
