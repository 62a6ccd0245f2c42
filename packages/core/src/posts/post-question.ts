import type { Media, Platform, Posted, TemplateRef } from '@gateway/platform-kit';
import type { NewAuditEntry } from '../ports/service/audit-store.js';
import type { ResolvedChannel } from '../connections/account-registry.js';
import { refusalOf } from '../connections/platform-call.js';
import type { HostedFiles, PassedMedia } from '../hosted-files/hosted-files.js';
import type { ClaimedKey } from '../idempotency/idempotency.js';
import { Refusal } from '../base/refusal.js';
import type { Store } from '../ports/store.js';
import type { Clock } from '../ports/system.js';
import type { Closings } from './closing.js';
import type { PromptRow } from '../ports/rows.js';
import { mapAddresses, type AddressVault } from '../sealed-addresses/address-vault.js';
import { recordPosted } from './attempts.js';
import { discardOrKeep, notRecorded } from './opening.js';
import { questionSender, templateSender, type Send } from './sending.js';

interface Deps {
  readonly store: Store;
  readonly clock: Clock;
  readonly closings: Pick<Closings, 'wake'>;
  readonly addresses: AddressVault;
  readonly hostedFiles: HostedFiles;
}

interface Post {
  readonly platform: Platform;
  readonly call: ResolvedChannel['call'];
  readonly content: Content;
  readonly claimed: ClaimedKey | null;
  readonly audit: NewAuditEntry | undefined;
}

interface Content {
  readonly media: Media | null;
  readonly outsideWindow: true | undefined;
  /** The template that is posted in place of the question; null: the question is posted. */
  readonly template: TemplateRef | null;
}

/** Posts the question in its first chat, or its template, and records the message. If the platform refuses it, nothing is left of the prompt. */
export async function postQuestion(deps: Deps, post: Post, prompt: PromptRow): Promise<PromptRow> {
  const { platform, call, claimed } = post;
  const { media, outsideWindow, template } = post.content;
  let passed: PassedMedia | null = null;
  let posted: Posted;
  try {
    let send: Send;
    if (template) send = templateSender(prompt, template);
    else {
      passed = await deps.hostedFiles.pass(platform, prompt, media);
      send = questionSender(prompt, platform, { media: passed.media, ...(outsideWindow && { outsideWindow }) });
    }
    posted = await call(send, {
      action: template ? 'post template' : 'post question',
      prompt,
      post: passed?.media ? 'special' : 'plain',
    });
  } catch (error) {
    const left = await discardOrKeep(deps.store, prompt, error, claimed);
    if (!left) await passed?.discard();
    // A person has answered, so the message is in the chat.
    if (left && left.state !== 'posting' && left.state !== 'orphaned') return left;
    throw refusalOf(error);
  }
  const message = { ...posted, ref: mapAddresses(posted.ref, deps.addresses.seal) };
  const recorded = await recordPosted(deps.clock, () =>
    deps.store.prompts.posted(prompt.organizationId, prompt.num, message, post.audit),
  ).catch(() => Promise.reject(notRecorded(prompt, claimed)));
  // It was closed before its message was known.
  if (recorded && recorded.state !== 'pending') deps.closings.wake();
  if (recorded && recorded.state !== 'orphaned') return recorded;
  const detail = 'The question took too long to post, and is closed: ask again.';
  throw new Refusal('unavailable', detail, null, { attempted: true });
}
