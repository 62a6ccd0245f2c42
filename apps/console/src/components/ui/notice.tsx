import type { ReactNode } from 'react';
import { classes } from './classes.js';

/** A highlighted note. */
export function Notice({
  tone = 'info',
  children,
}: {
  readonly tone?: 'info' | 'wait' | 'bad' | 'good';
  readonly children: ReactNode;
}) {
  const tones = {
    info: 'bg-info-tint text-info',
    wait: 'bg-wait-tint text-wait',
    bad: 'bg-bad-tint text-bad',
    good: 'bg-good-tint text-good',
  };
  return <div className={classes('rounded-control px-4 py-3 text-sm', tones[tone])}>{children}</div>;
}
