import { X } from 'lucide-react';
import { IconButton } from '../button.js';

interface Chip {
  readonly key: string;
  readonly name: string;
}

interface Props {
  /** What is chosen, for screen readers. */
  readonly label: string;
  readonly chips: readonly Chip[];
  readonly disabled?: boolean;
  /** What the button of a chip is called. */
  readonly removeLabel: (name: string) => string;
  readonly onRemove: (key: string) => void;
}

/** The chosen values of a field that takes several. Without any, nothing. */
export function Chips({ label, chips, disabled = false, removeLabel, onRemove }: Props) {
  if (chips.length === 0) return null;
  return (
    <ul aria-label={label} className="flex max-h-48 flex-wrap gap-2 overflow-y-auto">
      {chips.map(({ key, name }) => (
        <li key={key} className="flex min-h-8 min-w-0 items-center gap-1 rounded-control bg-sunken pl-2 text-sm">
          <span dir="auto" className="min-w-0 pr-2 wrap-anywhere">
            {name}
          </span>
          {!disabled && (
            <IconButton label={removeLabel(name)} onClick={() => onRemove(key)}>
              <X className="size-4" aria-hidden />
            </IconButton>
          )}
        </li>
      ))}
    </ul>
  );
}
