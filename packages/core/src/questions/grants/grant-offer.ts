import { grantLabel, offeredTimes, signedLabel } from '@gateway/contract';
import type { PromptRow } from '../../ports/rows.js';
import { scopeOf } from './grant-scope.js';

type Asked = Pick<PromptRow, 'terms'>;

/** What a standing approval that a question offers covers, in words, and for how long it can be given; null: none is offered. */
export function grantOffer({ terms }: Asked): { readonly maxSec: number; readonly covers: string } | null {
  const grants = terms?.rule?.grants;
  const scope = grants && terms.action ? scopeOf(terms.action, grants) : null;
  return grants && scope ? { maxSec: grants.max_sec, covers: scope.words } : null;
}

/** The times in seconds for which the buttons of a question give a standing approval; empty: none is offered. */
export function grantTimes({ terms }: Asked): number[] {
  const grants = terms?.rule?.grants;
  return grants ? offeredTimes(grants.max_sec) : [];
}

/** The label of a button that gives one, as people see it. */
export const drawnGrantLabel = (seconds: number) => signedLabel(grantLabel(seconds), true);

/** The line of a question that says what these buttons cover. */
export function coverageLine(asked: Asked, seconds: readonly number[]): string | null {
  const offer = grantOffer(asked);
  if (!offer || seconds.length === 0) return null;
  return `${seconds.map(grantLabel).join(' and ')} also ${seconds.length > 1 ? 'let' : 'lets'} these run: ${offer.covers}`;
}
