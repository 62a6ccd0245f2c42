import type { ChannelType, ReplyOf } from '@gateway/contract';
import { listChannels } from '@gateway/contract/values';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { call, reasonOf } from '../lib/api.js';
import { PlatformMark } from './platform-mark.js';
import { IconButton } from './ui/button.js';
import { Combobox } from './ui/form/combobox.js';
import { t } from './texts.js';

const SHOWN = '30';

/** Channels whose id or chat contains `q`. */
const choicesQuery = (q: string, type: ChannelType | undefined, active: boolean) =>
  queryOptions({
    queryKey: ['channels', 'choices', { q, type, active }],
    queryFn: ({ signal }) =>
      call(
        listChannels,
        {
          query: {
            limit: SHOWN,
            ...(q !== '' && { q }),
            ...(type && { channel_type: type }),
            ...(active && { active: 'true' as const }),
          },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

interface Props {
  readonly label: string;
  /** For a row of filters: the label is for screen readers only. */
  readonly bare?: boolean;
  readonly type?: ChannelType;
  /** Only active channels. */
  readonly active?: boolean;
  readonly value: string | undefined;
  readonly error?: string | undefined;
  readonly onChoose: (channelId: string | undefined) => void;
}

/** A combobox for channels. The server searches, so that it stays fast with thousands of channels. */
export function ChannelPicker({ label, bare = false, type, active = false, value, error, onChoose }: Props) {
  const [text, setText] = useState<string | null>(null);
  const open = text !== null;
  const {
    data: channels = [],
    isError,
    error: failure,
    isPlaceholderData,
  } = useQuery({
    ...choicesQuery(text?.trim() ?? '', type, active),
    enabled: open,
  });
  const none = isPlaceholderData ? t.channelPicker.searching : t.channelPicker.noMatch;
  return (
    <Combobox
      label={label}
      bare={bare}
      error={error ?? (isError && open ? reasonOf(failure) : undefined)}
      placeholder={bare ? t.channelPicker.all : t.channelPicker.search}
      chosen={value ?? ''}
      text={text}
      onText={setText}
      choices={channels}
      keyOf={({ channel_id }) => channel_id}
      draw={drawChannel}
      note={channels.length === 0 && !isError ? none : null}
      isOutdated={isPlaceholderData}
      onChoose={({ channel_id }) => onChoose(channel_id)}
      after={
        value !== undefined && (
          <IconButton label={t.channelPicker.clear} size="normal" onClick={() => onChoose(undefined)}>
            <X className="size-4" aria-hidden />
          </IconButton>
        )
      }
    />
  );
}

const drawChannel = ({ channel_id, platform, is_active }: ReplyOf<typeof listChannels>[number]) => (
  <>
    <PlatformMark id={platform} className="size-4.5" />
    <span className="min-w-0 flex-1 truncate">{channel_id}</span>
    {!is_active && <span className="text-xs text-soft">{t.channelPicker.inactive}</span>}
  </>
);
