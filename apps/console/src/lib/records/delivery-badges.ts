import type { DeliveryRecord } from '@gateway/contract';
import type { Tone } from '../../components/ui/badge.js';
import { t } from '../language/page-texts/texts.js';

/** Label and colour of each delivery state. */
export const deliveryBadges: Record<DeliveryRecord['state'], { readonly label: string; readonly tone: Tone }> = {
  pending: { label: t.deliveryStates.pending, tone: 'wait' },
  delivered: { label: t.deliveryStates.delivered, tone: 'good' },
  dead: { label: t.deliveryStates.dead, tone: 'bad' },
};
