import { toast } from '../page/toast.js';

/** What a change of people, groups or policies replies with. */
export interface Changed {
  readonly name: string;
  readonly warnings?: readonly { readonly message: string }[] | undefined;
}

/** Shows what a change did to channels. */
export function showWarnings({ warnings = [] }: Changed): void {
  for (const { message } of warnings) toast.warning(message);
}

/** What a change of who can answer changes besides: the health of channels. */
export const changedWithAnswerers = ['channels', 'statistics'] as const;
