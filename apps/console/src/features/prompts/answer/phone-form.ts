import { classes } from '../../../components/ui/classes.js';

/*
 * Classes of the forms that answer a prompt. On a phone the answers and the button to send are above the navigation bar, so that an
 * answer takes two taps wherever the question ends. In a low window, such as one at 200 %, they follow the question, which they would
 * hide.
 */

/** So many answers fit there beside the question. */
const MOST_FIXED = 4;

/** Whether the form is fixed on a phone. A text field would be covered by the keyboard. */
export const isFixedForm = (answers: number, hasText: boolean): boolean =>
  !hasText && answers > 0 && answers <= MOST_FIXED;

export const formBody = (isFixed: boolean): string =>
  isFixed
    ? 'scroll-my-20 grid grid-cols-[minmax(0,1fr)] gap-4 phone-form:fixed phone-form:inset-x-0 phone-form:bottom-[calc(3.5rem+env(safe-area-inset-bottom))] phone-form:z-20 phone-form:max-h-[70dvh] phone-form:gap-3 phone-form:overflow-y-auto phone-form:border-t phone-form:border-line phone-form:bg-card phone-form:px-4 phone-form:py-3 phone-form:shadow-pop'
    : 'scroll-my-20 grid grid-cols-[minmax(0,1fr)] gap-4';

export const sendRow = (isFixed: boolean): string =>
  classes(
    'flex flex-wrap items-center justify-between gap-x-4 gap-y-2 phone-form:sticky phone-form:bg-card phone-form:py-2',
    isFixed ? 'phone-form:-bottom-3' : 'phone-form:bottom-[calc(3.5rem+env(safe-area-inset-bottom))]',
  );

export const sendButton = 'max-md:min-h-12 max-md:w-full';
