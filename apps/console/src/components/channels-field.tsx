import type { ChannelType } from '@gateway/contract';
import { X } from 'lucide-react';
import { ChannelPicker } from './channel-picker.js';
import { IconButton } from './ui/button.js';
import { t } from './texts.js';

interface Props {
  readonly label: string;
  readonly type?: ChannelType;
  readonly channels: readonly string[];
  readonly error?: string | undefined;
  readonly onChange: (channels: readonly string[]) => void;
}

/** Several channels: a picker that adds one, and the chosen ones. */
export function ChannelsField({ label, type, channels, error, onChange }: Props) {
  return (
    <div className="grid gap-2">
      <ChannelPicker
        label={label}
        {...(type && { type })}
        value={undefined}
        error={error}
        onChoose={(id) => {
          if (id !== undefined && !channels.includes(id)) onChange([...channels, id]);
        }}
      />
      {channels.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {channels.map((id) => (
            <li key={id} className="flex min-w-0 items-center gap-1 rounded-control bg-sunken pl-2 text-sm">
              <span className="break-all">{id}</span>
              <IconButton
                label={t.channelsField.remove(id)}
                onClick={() => onChange(channels.filter((other) => other !== id))}
              >
                <X className="size-4" aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
