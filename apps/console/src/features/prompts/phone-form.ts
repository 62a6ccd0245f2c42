import { classes } from '../../components/ui/classes.js';

/*
 * Classes of the forms that answer a prompt. On a phone the answers and the button to send are above the navigation bar, so that an
 * answer takes two taps wherever the question ends.
 */

/** So many answers fit there beside the question. */
const MOST_FIXED = 4;

/** Whether the form is fixed on a phone. A text field would be covered by the keyboard. */
export const isFixedForm = (answers: number, hasText: boolean): boolean =>
  !hasText && answers > 0 && answers <= MOST_FIXED;

export const formBody = (isFixed: boolean): string =>
  isFixed
    ? 'grid grid-cols-[minmax(0,1fr)] gap-4 max-md:fixed max-md:inset-x-0 max-md:bottom-[calc(3.5rem+env(safe-area-inset-bottom))] max-md:z-20 max-md:max-h-[70dvh] max-md:gap-3 max-md:overflow-y-auto max-md:border-t max-md:border-line max-md:bg-card max-md:px-4 max-md:py-3 max-md:shadow-pop'
    : 'grid grid-cols-[minmax(0,1fr)] gap-4';

export const sendRow = (isFixed: boolean): string =>
  classes(
    'flex flex-wrap items-center justify-between gap-x-4 gap-y-2 max-md:sticky max-md:bg-card max-md:py-2',
    isFixed ? 'max-md:-bottom-3' : 'max-md:bottom-[calc(3.5rem+env(safe-area-inset-bottom))]',
  );

export const sendButton = 'max-md:min-h-12 max-md:w-full';
