import type { ReactNode } from 'react';
import { classes } from './classes.js';

export type Tone = 'good' | 'wait' | 'bad' | 'info' | 'plain';

const tones: Record<Tone, string> = {
  good: 'bg-good-tint text-good',
  wait: 'bg-wait-tint text-wait',
  bad: 'bg-bad-tint text-bad',
  info: 'bg-info-tint text-info',
  plain: 'bg-sunken text-soft ring-1 ring-line ring-inset',
};
const dots: Record<Tone, string> = {
  good: 'bg-good',
  wait: 'bg-wait',
  bad: 'bg-bad',
  info: 'bg-info',
  plain: 'bg-edge',
};

/** A state as one word. The colour repeats the meaning of the word. */
export function Badge({ tone = 'plain', children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return (
    <span
      className={classes(
        'inline-flex items-center gap-1.5 rounded-control px-1.5 py-0.5 text-xs font-medium whitespace-nowrap outline-1 -outline-offset-1 outline-transparent print:outline-line',
        tones[tone],
      )}
    >
      <span className={classes('size-1.5 shrink-0 rounded-full', dots[tone])} aria-hidden />
      {children}
    </span>
  );
}
