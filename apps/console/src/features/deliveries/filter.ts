import { oneOf, text, time, type Search } from '../../lib/search.js';

/** The filter of the list, as the URL of the page has it. */
export const deliveryFilter = {
  state: oneOf('pending', 'delivered', 'dead'),
  channel: text,
  /** `#12` or `12`. */
  prompt: text,
  event: text,
  /** A receiver, or the beginning of its URLs. */
  url: text,
  /** Responses to the last attempt: `5xx`, `503`, `none`; comma separated. */
  status: text,
  type: oneOf('prompt.answered', 'prompt.expired', 'prompt.withdrawn', 'message.created'),
  since: time,
  until: time,
  /** Newest first when left out. */
  order: oneOf('oldest'),
} as const;
export type DeliveryFilter = Search<typeof deliveryFilter>;
