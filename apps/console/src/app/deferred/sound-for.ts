import type { LiveEvent } from '../../lib/live.js';
import { soundChoice } from '../../lib/push-choice.js';

/** Plays a sound for a new prompt, if the operator wants it. */
export function soundFor({ type }: LiveEvent): void {
  if (type !== 'prompt.created' || soundChoice.get() !== 'on') return;
  void import('../../lib/sound.js').then(({ playSoundOnce }) => playSoundOnce()).catch(() => {});
}
