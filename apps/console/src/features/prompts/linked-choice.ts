import { useSearch } from '@tanstack/react-router';
import { useEffect, useState, type RefObject } from 'react';
import { classes } from '../../components/ui/classes.js';

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

/** The last row of an answer form. On a phone it stays above the navigation while there is an answer to send. */
export const sendBar = (isChosen: boolean): string =>
  classes(
    'flex flex-wrap items-center justify-between gap-x-4 gap-y-2',
    isChosen &&
      'max-md:sticky max-md:bottom-[calc(3.5rem+env(safe-area-inset-bottom))] max-md:z-20 max-md:-mx-5 max-md:border-t max-md:border-line max-md:bg-card max-md:px-5 max-md:py-3',
  );
