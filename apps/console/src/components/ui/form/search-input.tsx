import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, type Ref } from 'react';
import { classes } from '../classes.js';
import { Input } from './field.js';

const DEBOUNCE_MS = 250;

interface Props {
  readonly label: string;
  readonly value: string;
  /** Called when typing pauses. */
  readonly onSearch: (value: string) => void;
  /** Use the full width. */
  readonly wide?: boolean;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A search field for server-side search. Reports the text when typing pauses. */
export function SearchInput({ label, value, onSearch, wide = false, ref }: Props) {
  const [text, setText] = useState(value);
  const asked = useRef(value);
  const search = useEffectEvent(onSearch);
  useEffect(() => {
    // The URL was changed by a link or the back button.
    if (value !== asked.current) setText(value);
    asked.current = value;
  }, [value]);
  useEffect(() => {
    if (text.trim() === asked.current) return undefined;
    const timer = setTimeout(() => {
      asked.current = text.trim();
      search(asked.current);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div className={classes('relative min-w-40 flex-1', !wide && 'sm:max-w-72')}>
      <Search className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-soft" aria-hidden />
      <Input
        ref={ref}
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="!pl-8.5"
      />
    </div>
  );
}
