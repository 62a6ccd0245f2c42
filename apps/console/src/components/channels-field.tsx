import type { ChannelType } from '@gateway/contract';
import { ChannelPicker } from './channel-picker.js';
import { t } from './texts.js';
import { Chips } from './ui/form/chips.js';

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
      <Chips
        label={label}
        chips={channels.map((id) => ({ key: id, name: id }))}
        removeLabel={t.channelsField.remove}
        onRemove={(id) => onChange(channels.filter((other) => other !== id))}
      />
    </div>
  );
}
