import { z } from 'zod';
import { searchText } from '../../lib/search-text.js';

const time = z.iso.datetime().optional().catch(undefined);

/** The filter of the list, as the URL of the page has it. */
export const deliveryFilter = z.object({
  state: z.enum(['pending', 'delivered', 'dead']).optional().catch(undefined),
  channel: searchText,
  /** `#12` or `12`. */
  prompt: searchText,
  event: searchText,
  /** A receiver, or the beginning of its URLs. */
  url: searchText,
  /** Responses to the last attempt: `5xx`, `503`, `none`; comma separated. */
  status: searchText,
  type: z.enum(['prompt.answered', 'prompt.expired', 'message.created']).optional().catch(undefined),
  since: time,
  until: time,
});
export type DeliveryFilter = Partial<z.output<typeof deliveryFilter>>;
