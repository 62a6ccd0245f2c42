import type { MessageRecord, Page, ReplyOf } from '@gateway/contract';
import { limits, sendMessage, type getChannel } from '@gateway/contract/values';
import { useMutation, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Button } from '../../components/ui/button.js';
import { Field, Textarea } from '../../components/ui/form/field.js';
import { Filled } from '../../components/ui/form/filled.js';
import { Failure } from '../../components/ui/list/states.js';
import { call } from '../../lib/api.js';
import { isRefusal, useDraftKey } from '../../lib/storage/draft-key.js';
import { usePlatform } from '../../lib/records/platforms.js';
import { useMay } from '../../lib/session/session.js';
import { useShortcuts } from '../../lib/page/shortcuts.js';
import { duration, useNow } from '../../lib/time/time.js';
import { useDraft } from './draft.js';
import { messagesQuery } from './queries.js';
import { t } from './texts.js';

type Channel = ReplyOf<typeof getChannel>;

/** Sends a message. A failed message stays in the field, also over a reload, and its retry uses the same idempotency key. */
export function Composer({ channel }: { readonly channel: Channel }) {
  const client = useQueryClient();
  const may = useMay('messages:send');
  const field = useRef<HTMLTextAreaElement>(null);
  const { text, setText, keys } = useDraft(channel.channel_id);
  const [notStored, setNotStored] = useState<readonly string[]>([]);
  const draftKey = useDraftKey(keys);
  const attempt = useMutation({
    mutationFn: (body: { channel_id: string; text: string }) =>
      call(sendMessage, { body }, { headers: { 'idempotency-key': draftKey.of(body.text) } }),
    onSuccess: (sent) => {
      draftKey.sent();
      setText('');
      field.current?.focus();
      if (sent.stored) {
        const { message_id: _id, stored: _stored, ...message } = sent;
        client.setQueryData<InfiniteData<Page<MessageRecord[]>>>(
          messagesQuery(channel.channel_id, undefined).queryKey,
          (data) => withNewest(data, message),
        );
      } else setNotStored((before) => [...before, sent.text]);
    },
    onError: draftKey.failed,
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['messages'] });
      void client.invalidateQueries({ queryKey: ['conversations'] });
    },
  });
  useShortcuts([{ key: 'r', label: t.composer.placeholder, run: () => field.current?.focus() }]);

  const message = text.trim();
  const disabledReason = !may
    ? t.composer.mayNotSend
    : !channel.is_active
      ? t.composer.inactive
      : message === ''
        ? t.composer.enterMessage
        : null;
  const submit = () => {
    if (disabledReason === null && !attempt.isPending)
      attempt.mutate({ channel_id: channel.channel_id, text: message });
  };

  return (
    <div className="border-t border-line bg-card px-4 py-3 sm:px-6">
      <form
        className="mx-auto grid max-w-3xl gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {notStored.length > 0 && (
          <ul aria-label={t.composer.notStored} className="grid gap-1 text-[0.8125rem] text-soft">
            {notStored.slice(-3).map((sent, index) => (
              // The same text may be sent twice.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={index} className="truncate">
                <Filled text={t.composer.notStoredText} parts={{ text: <bdi>{sent}</bdi> }} />
              </li>
            ))}
          </ul>
        )}
        {attempt.isError && (
          <div className="grid gap-1.5">
            <Failure bare error={attempt.error} />
            {!isRefusal(attempt.error) && <p className="px-4 text-[0.8125rem] text-soft">{t.composer.unclear}</p>}
          </div>
        )}
        <div className="flex items-end gap-2">
          <Field label={t.composer.label} bare className="min-w-0 flex-1">
            <Textarea
              ref={field}
              rows={1}
              maxLength={limits.messageText}
              placeholder={may ? t.composer.placeholder : t.composer.mayNotSend}
              disabled={!may || !channel.is_active}
              readOnly={attempt.isPending}
              value={text}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
                event.preventDefault();
                submit();
              }}
              className="field-sizing-content max-h-48 min-h-9.5 resize-none"
            />
          </Field>
          <Button
            type="submit"
            look="primary"
            busy={attempt.isPending}
            disabledReason={disabledReason}
            aria-keyshortcuts="Control+Enter Meta+Enter"
          >
            {t.composer.send}
          </Button>
        </div>
        <Hint channel={channel} length={message.length} />
      </form>
    </div>
  );
}

/** Platform limits that apply to the message. */
function Hint({ channel, length }: { readonly channel: Channel; readonly length: number }) {
  const platform = usePlatform(channel.platform);
  const now = useNow();
  if (!platform) return null;
  const { text, reply_window_ms } = platform.limits;
  const lastInboundAt = channel.health.last_inbound_at;
  if (
    reply_window_ms !== null &&
    channel.outside_window !== 'direct' &&
    (lastInboundAt === null || now - Date.parse(lastInboundAt) > reply_window_ms)
  ) {
    return (
      <p className="text-[0.8125rem] text-wait">
        {lastInboundAt === null
          ? t.composer.windowNotOpen(platform.name, duration(reply_window_ms))
          : t.composer.windowClosed(platform.name, duration(reply_window_ms))}
      </p>
    );
  }
  if (length > text) {
    return <p className="text-[0.8125rem] text-soft">{t.composer.split(text, platform.name)}</p>;
  }
  return <p className="text-[0.8125rem] text-soft max-lg:hidden">{t.composer.keys}</p>;
}

/** Adds the sent message to the list before its event arrives. */
function withNewest(data: InfiniteData<Page<MessageRecord[]>> | undefined, message: MessageRecord) {
  const [first, ...rest] = data?.pages ?? [];
  if (!data || !first || first.items.some(({ id }) => id === message.id)) return data;
  return { ...data, pages: [{ ...first, items: [message, ...first.items] }, ...rest] };
}
