import { useSearch } from '@tanstack/react-router';
import { useEffect, useState, type RefObject } from 'react';

/** The answer that the link of a notification chose, from `?choose=1`; null: none. Sending it takes another press. */
export function useLinkedChoice<Value extends string>(values: readonly Value[]): Value | null {
  const { choose } = useSearch({ strict: false });
  return choose === undefined ? null : (values[choose - 1] ?? null);
}

/** Moves the focus to the button that sends, once, if the link of the page chose the answer. */
export function useSendFocus(form: RefObject<HTMLFormElement | null>, isChosen: boolean): void {
  const [wasLinked] = useState(isChosen);
  useEffect(() => {
    if (wasLinked) form.current?.querySelector<HTMLButtonElement>('button[type=submit]')?.focus();
  }, [form, wasLinked]);
}
