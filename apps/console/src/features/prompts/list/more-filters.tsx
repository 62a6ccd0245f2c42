import { SlidersHorizontal, X } from 'lucide-react';
import { useState } from 'react';
import { ChannelPicker } from '../../../components/channel-picker.js';
import { Button, IconButton } from '../../../components/ui/button.js';
import { controls } from '../../../components/ui/form/controls.js';
import { Field, Input } from '../../../components/ui/form/field.js';
import { useOpener } from '../../../components/ui/opener.js';
import { AskerFields } from '../ask/asker-fields.js';
import type { PromptSearch } from './filter.js';
import { t as texts } from '../texts.js';

const t = texts.filters;

interface Props {
  readonly search: PromptSearch;
  readonly onChange: (changes: PromptSearch) => void;
}

/** A popover with the less common filters. The button shows how many are active. */
export function MoreFilters({ search, onChange }: Props) {
  const { channel, key, by, since, until, correlation } = search;
  const [open, setOpen] = useState(true);
  const { isReady, opener } = useOpener('dialog');
  const count = [channel, key, by, since ?? until, correlation].filter((value) => value !== undefined).length;
  const name = count === 0 ? t.title : t.active(count);
  const button = (
    <Button aria-label={name} title={name} {...(!isReady && opener)}>
      <SlidersHorizontal className="size-4" aria-hidden />
      {count > 0 && count}
    </Button>
  );
  if (!isReady) return button;
  const { Popover } = controls.read();
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>{button}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={12}
          aria-label={t.title}
          className="z-40 grid w-fit max-w-[min(36rem,calc(100vw-1.5rem))] grid-cols-[minmax(0,1fr)] gap-4 rounded-card border border-line bg-raised p-4 shadow-pop"
        >
          <ChannelPicker
            label={t.channel}
            type="PROMPT"
            value={channel}
            onChoose={(next) => onChange({ channel: next })}
          />
          <AskerFields search={search} onChange={onChange} />
          <CorrelationField
            key={correlation}
            value={correlation}
            onChange={(next) => {
              onChange({ correlation: next });
              setOpen(false);
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function CorrelationField({
  value,
  onChange,
}: {
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}) {
  const [text, setText] = useState(value ?? '');
  return (
    <form
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onChange(text.trim() || undefined);
      }}
    >
      <Field label={t.correlationId} className="min-w-0 flex-1">
        <Input value={text} onChange={(event) => setText(event.target.value)} spellCheck={false} autoComplete="off" />
      </Field>
      {value !== undefined && (
        <IconButton label={t.clear} size="normal" onClick={() => onChange(undefined)}>
          <X className="size-4" aria-hidden />
        </IconButton>
      )}
      <Button type="submit">{t.apply}</Button>
    </form>
  );
}
