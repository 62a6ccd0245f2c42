import type { DeliveryRecord } from '@gateway/contract';
import type { Tone } from '../components/ui/badge.js';

/** How a callback stands, in a word. What the contract calls `dead` is "given up" wherever people read of it. */
export const deliveryBadges: Record<DeliveryRecord['state'], { readonly label: string; readonly tone: Tone }> = {
  pending: { label: 'Pending', tone: 'wait' },
  delivered: { label: 'Delivered', tone: 'good' },
  dead: { label: 'Given up', tone: 'bad' },
};
