import type { Action } from '@gateway/contract';
import type { Tone } from '../../../components/ui/badge.js';

/** The colour of the badge of a risk. */
export const riskTones: Record<NonNullable<Action['risk']>, Tone> = { low: 'good', medium: 'wait', high: 'bad' };
