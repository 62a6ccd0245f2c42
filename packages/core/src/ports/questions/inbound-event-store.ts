import type { EventKey } from '../system.js';

export interface InboundEventStore {
  /** Records an inbound event that changes nothing else. False: it was seen before. */
  first(event: EventKey & { organizationId: string; at: Date }): Promise<boolean>;
}
