import type { PromptRecord } from '@gateway/contract';
import { visible } from '@gateway/contract/values';
import { t as texts } from './texts.js';

const t = texts.facts;

/** The name of the person for whom the agent acts, without hidden characters: an agent can choose a user id. */
function requesterName({ name, person, user_id: userId }: NonNullable<PromptRecord['requested_by']>): string {
  return visible(name ?? person ?? userId ?? '');
}

/** For whom the agent acts, in one line; null: the prompt does not say. */
export function requesterLine({ requested_by: requester }: PromptRecord): string | null {
  if (!requester) return null;
  const line = `${t.requester}: ${requesterName(requester)}`;
  return requester.verified ? line : `${line} (${t.notVerified})`;
}
