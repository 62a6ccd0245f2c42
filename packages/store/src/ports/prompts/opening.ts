import { Refusal, type KeyClaim, type NewPost, type NewPrompt } from '@gateway/core';
import { Expression, insertInto } from '../../sql/insert.js';
import type { PromptRow } from '../../sql/rows.js';
import type { Step } from '../../sql/steps.js';
import { storableJson } from '../../sql/storable.js';
import { heldStep, linkStep } from '../idempotency.js';
import type { Port } from '../port.js';
import { postsStep } from './posts.js';

/** What the steps of a new prompt return. */
interface Opened {
  readonly held: object;
  readonly opened: PromptRow;
}

/** The steps that insert a prompt as `posting`, with its posts in other chats and the link to its Idempotency-Key. */
export function openSteps(
  port: Port,
  prompt: NewPrompt,
  claim: KeyClaim | null,
  copies: readonly NewPost[],
): readonly Step[] {
  const [statement, params] = insertInto(
    'prompt',
    { ...columnsOf(prompt), num: new Expression('numbered.prompt_seq'), state: 'posting' },
    new Expression('numbered'),
  );
  return [
    ...(claim ? [heldStep(port, claim)] : []),
    numberStep(prompt.organizationId, claim ? 'held' : null),
    { name: 'opened', statement: `${statement} RETURNING *`, params },
    ...(claim ? [linkStep('opened', 'opened.num', claim)] : []),
    ...(copies.length > 0 ? [postsStep(port.engine, 'opened', copies)] : []),
  ];
}

/** The prompt that the steps inserted. */
export function openedOf(
  { held, opened }: Partial<Opened>,
  { organizationId }: NewPrompt,
  claim: KeyClaim | null,
): PromptRow {
  if (claim && !held) throw keyLost();
  if (!opened) throw new Error(`There is no organization ${organizationId}.`);
  return opened;
}

/** The columns of a new prompt. */
export const columnsOf = (prompt: NewPrompt) => ({
  ...prompt,
  options: JSON.stringify(prompt.options),
  terms: prompt.terms ? storableJson(prompt.terms) : undefined,
});

/** The step that takes the organization's next number. `after`: the step without which none is taken. */
export const numberStep = (organizationId: string, after: string | null): Step => ({
  name: 'numbered',
  statement: `
    UPDATE organization SET prompt_seq = prompt_seq + 1 ${after === null ? '' : `FROM ${after}`} WHERE id = ?
    RETURNING prompt_seq`,
  params: [organizationId],
});

export const keyLost = () =>
  new Refusal('conflict', 'Another request with this Idempotency-Key has begun: repeat it in a moment.', null, {
    code: 'idempotency_in_progress',
    retryAfterSec: 1,
  });
