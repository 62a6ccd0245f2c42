import type { Posted } from '@gateway/platform-kit';
import type { NewAuditEntry } from '../ports/service/audit-store.js';
import { refusalOf } from '../connections/platform-call.js';
import type { ClaimedKey } from '../idempotency/idempotency.js';
import { Refusal } from '../base/refusal.js';
import type { PromptRow } from '../ports/rows.js';
import { recordPosted } from './attempts.js';
import { discardOrKeep, notRecorded } from './opening.js';
import { postInChat, type QuestionInChat } from './post-in-chat.js';
import type { PostsOptions } from './make-post.js';

type Deps = Pick<PostsOptions, 'store' | 'clock' | 'closings' | 'addresses' | 'hostedFiles'>;

interface FirstPost extends Omit<QuestionInChat, 'post' | 'mayBeThere'> {
  readonly claimed: ClaimedKey | null;
  readonly audit: NewAuditEntry | undefined;
}

/** Posts the question in its first chat, or its template, and records the message. If the platform refuses it, nothing is left of the prompt. */
export async function postQuestion(
  deps: Deps,
  { claimed, audit, ...chat }: FirstPost,
  prompt: PromptRow,
): Promise<PromptRow> {
  const failed: { left: PromptRow | null } = { left: null };
  const mayBeThere = async (error: unknown) => {
    failed.left = await discardOrKeep(deps.store, prompt, error, claimed);
    return failed.left !== null;
  };
  let posted: Posted;
  try {
    posted = await postInChat(deps, prompt, { ...chat, mayBeThere });
  } catch (error) {
    const { left } = failed;
    // A person has answered, so the message is in the chat.
    if (left && left.state !== 'posting' && left.state !== 'orphaned') return left;
    throw refusalOf(error);
  }
  const recorded = await recordPosted(deps, posted, (message) =>
    deps.store.prompts.posted(prompt.organizationId, prompt.num, message, audit),
  ).catch(() => Promise.reject(notRecorded(prompt, claimed)));
  if (recorded && recorded.state !== 'orphaned') return recorded;
  const detail = 'The question took too long to post, and is closed: ask again.';
  throw new Refusal('unavailable', detail, null, { attempted: true });
}
