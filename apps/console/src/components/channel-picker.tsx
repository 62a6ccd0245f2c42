import type { ChannelType } from '@gateway/contract';
import { listChannels } from '@gateway/contract/values';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useId, useState, type KeyboardEvent } from 'react';
import { call, reasonOf } from '../lib/api.js';
import { PlatformMark } from './platform-mark.js';
import { IconButton } from './ui/button.js';
import { classes } from './ui/classes.js';
import { Field, Input } from './ui/form/field.js';
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
  const listId = useId();
  const [text, setText] = useState<string | null>(null);
  const [at, setAt] = useState(0);
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
  const current = channels[Math.min(at, channels.length - 1)];

  const choose = (channelId: string | undefined) => {
    setText(null);
    onChoose(channelId);
  };
  const navigateList = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!open) setText('');
      else setAt(Math.min(Math.max(at + (event.key === 'ArrowDown' ? 1 : -1), 0), Math.max(channels.length - 1, 0)));
    } else if (event.key === 'Enter' && open) {
      event.preventDefault();
      if (current && !isPlaceholderData) choose(current.channel_id);
    } else if (event.key === 'Escape' && open) {
      // Closes the list, not the dialog around it.
      event.stopPropagation();
      setText(null);
    }
  };

  return (
    <div
      className={classes('relative', bare && 'min-w-48 max-sm:flex-1')}
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || setText(null)}
    >
      <div className="flex items-end gap-2">
        <Field
          label={label}
          bare={bare}
          error={error ?? (isError && open ? reasonOf(failure) : undefined)}
          className="min-w-0 flex-1"
        >
          <Input
            role="combobox"
            aria-expanded={open}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={open && current ? `${listId}-${current.channel_id}` : undefined}
            autoComplete="off"
            spellCheck={false}
            placeholder={bare ? t.channelPicker.all : t.channelPicker.search}
            value={text ?? value ?? ''}
            onFocus={(event) => event.target.select()}
            onClick={() => open || setText('')}
            onChange={(event) => {
              setText(event.target.value);
              setAt(0);
            }}
            onKeyDown={navigateList}
          />
        </Field>
        {value !== undefined && (
          <IconButton label={t.channelPicker.clear} size="normal" onClick={() => choose(undefined)}>
            <X className="size-4" aria-hidden />
          </IconButton>
        )}
      </div>
      <div
        hidden={!open}
        className="absolute inset-x-0 top-full z-50 mt-1 max-h-64 overflow-y-auto rounded-control border border-line bg-raised p-1 shadow-pop"
      >
        <div id={listId} role="listbox" aria-label={label}>
          {channels.map((channel) => (
            <button
              type="button"
              tabIndex={-1}
              key={channel.channel_id}
              id={`${listId}-${channel.channel_id}`}
              role="option"
              aria-selected={channel === current}
              // Keeps the focus in the field, so that the list stays open until the click.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(channel.channel_id)}
              className={classes(
                'flex min-h-9 w-full items-center gap-2.5 rounded px-2 text-sm hover:bg-hover',
                channel === current && 'bg-hover',
              )}
            >
              <PlatformMark id={channel.platform} className="size-4.5" />
              <span className="min-w-0 flex-1 truncate text-left">{channel.channel_id}</span>
              {!channel.is_active && <span className="text-xs text-soft">{t.channelPicker.inactive}</span>}
            </button>
          ))}
        </div>
        {channels.length === 0 && !isError && (
          <p className="px-2 py-1.5 text-sm text-soft">
            {isPlaceholderData ? t.channelPicker.searching : t.channelPicker.noMatch}
          </p>
        )}
      </div>
    </div>
  );
}
