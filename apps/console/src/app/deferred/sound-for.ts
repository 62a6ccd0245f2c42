import type { LiveEvent } from '../../lib/live/live.js';
import { soundChoice } from '../../lib/push/push-choice.js';

/** Plays a sound for a new prompt, if the operator wants it. */
export function soundFor({ type }: LiveEvent): void {
  if (type !== 'prompt.created' || soundChoice.get() !== 'on') return;
  void import('../../lib/push/sound.js').then(({ playSoundOnce }) => playSoundOnce()).catch(() => {});
}
