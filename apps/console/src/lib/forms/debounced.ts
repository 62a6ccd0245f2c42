import { useEffect, useState } from 'react';

/** The value after it has not changed for `waitMs`. Compared by its JSON. */
export function useDebounced<Value>(value: Value, waitMs: number): Value {
  const [debounced, setDebounced] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(JSON.parse(text) as Value), waitMs);
    return () => clearTimeout(timer);
  }, [text, waitMs]);
  return debounced;
}
