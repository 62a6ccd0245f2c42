import { useEffect, useState } from 'react';

/** A value once it has stayed the same for a while, such as after typing. Compared by its JSON. */
export function useDebounced<Value>(value: Value, waitMs: number): Value {
  const [debounced, setSettled] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text) as Value), waitMs);
    return () => clearTimeout(timer);
  }, [text, waitMs]);
  return debounced;
}
