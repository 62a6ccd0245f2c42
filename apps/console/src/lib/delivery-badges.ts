import type { DeliveryRecord } from '@gateway/contract';
import type { Tone } from '../components/ui/badge.js';

/** Label and colour of each delivery state. */
export const deliveryBadges: Record<DeliveryRecord['state'], { readonly label: string; readonly tone: Tone }> = {
  pending: { label: 'In queue', tone: 'wait' },
  delivered: { label: 'Delivered', tone: 'good' },
  dead: { label: 'Failed', tone: 'bad' },
};
