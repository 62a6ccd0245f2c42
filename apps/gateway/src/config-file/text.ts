import type { Applied } from './apply.js';
import type { Change } from './plan.js';

const signs = { create: '+', update: '~', remove: '-', release: '=', claim: '=' } as const;
const remarks = {
  create: '',
  update: '',
  remove: ': left the file, so it is deleted',
  release: ': left the file, so the file no longer owns it; it is kept',
  claim: ': the file owns it now',
} as const;

/** The outcome for people. */
export function textOf({ file, changes, notes }: Applied, dryRun: boolean): string {
  const count = `${changes.length} ${changes.length === 1 ? 'change' : 'changes'}`;
  const summary =
    changes.length === 0
      ? `${file}: no changes. The installation is as the file says.`
      : dryRun
        ? `${file}: ${count} would be made. Nothing was changed.`
        : `${file}: ${count} made.`;
  return [...changes.flatMap(linesOf), ...notes.map((note) => `! ${note}`), summary].join('\n');
}

function linesOf({ action, kind, id, fields }: Change): string[] {
  return [
    `${signs[action]} ${kind} ${id}${remarks[action]}`,
    ...fields.map(({ name, from, to }) => (to === null ? `    ${name}: changed` : `    ${name}: ${from} → ${to}`)),
  ];
}
