import type { LinkProps } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';

/** Where an entry leads. */
export type Target = Pick<LinkProps, 'to' | 'params' | 'search'>;

/** A line of the palette. */
export interface Entry {
  /** Unique in the palette. */
  readonly key: string;
  readonly label: string;
  /** What distinguishes it from others: the kind, the channel, the state. */
  readonly hint?: string | undefined;
  readonly icon: LucideIcon;
  /** More words by which it is found. */
  readonly words?: string;
  readonly act: Target | (() => void);
}

export interface Group {
  readonly label: string;
  readonly entries: readonly Entry[];
}

/** Entries whose label or words contain every word of the text. */
export function matching(entries: readonly Entry[], text: string): Entry[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter(({ label, words = '' }) => {
    const all = `${label} ${words}`.toLowerCase();
    return wanted.every((word) => all.includes(word));
  });
}
