import { createHash } from 'node:crypto';
import type { Principal } from '../access/principal.js';
import { promptFields } from '../base/log-fields.js';
import { pause } from '../base/loop.js';
import { Refusal } from '../base/refusal.js';
import type { Opening } from '../ports/questions/prompt-store.js';
import type { PromptRow, PromptTerms } from '../ports/rows.js';
import { digestOf } from '../questions/answer-of.js';
import { canonicalJson } from '../questions/action/canonical-json.js';
import type { PromptInput } from './prompt-input.js';
import type { Services } from '../ports/services.js';

/** How long a request waits until the message of the same question is posted. */
const POSTING_WAIT_MS = 5000;
const POSTING_POLL_MS = 100;

/** What two prompts must have in common so that one stands for both, as a digest; null: the prompt has no action. */
export function collapseDigest(
  { keyId, keyCountedAs, operator }: Principal,
  { callbackUrl, correlationId, requestedBy, approvers, decisions, options, approvingOptions }: PromptInput,
  terms: PromptTerms | null,
): string | null {
  if (!terms?.action) return null;
  const compared = [
    // A key that replaces another one asks for the same agent.
    operator ? ['operator', operator.id] : ['key', keyCountedAs ?? keyId],
    digestOf(terms.action),
    terms.channelIds,
    callbackUrl,
    correlationId,
    requestedBy,
    approvers,
    terms.policy,
    decisions,
    options,
    approvingOptions,
  ];
  return createHash('sha256').update(canonicalJson(compared)).digest('hex');
}

/** Lets requests take a pending prompt that asks the same. */
export class Collapse {
  readonly #deps: Services;
  /** The prompts that this instance opens. */
  readonly #opening = new Map<string, Promise<unknown>>();

  constructor(deps: Services) {
    this.#deps = deps;
  }

  /** The pending prompt; null: there is none. Waits for one that is being posted, because that may still fail. */
  async find(organizationId: string, digest: string): Promise<PromptRow | null> {
    const { store, clock, log } = this.#deps;
    const until = clock.now() + POSTING_WAIT_MS;
    for (;;) {
      const found = await store.prompts.asked(organizationId, digest, new Date(clock.now()));
      if (found?.state !== 'posting') {
        if (found) log.info(promptFields(found), 'A prompt was asked again while it is pending');
        return found;
      }
      if (clock.now() >= until) throw stillPosting();
      await pause(clock, POSTING_POLL_MS);
    }
  }

  /**
   * Opens a prompt by `open`, unless another request has opened one. One request at a time tries, so that the others count against no
   * limit.
   */
  async open(organizationId: string, digest: string, open: () => Promise<Opening>): Promise<Opening> {
    const subject = `${organizationId}/${digest}`;
    for (let other = this.#opening.get(subject); other; other = this.#opening.get(subject)) {
      await other.catch(() => {});
      const prompt = await this.find(organizationId, digest);
      if (prompt) return { prompt, isFound: true };
    }
    // Another request may have ended its attempt after this one looked for a prompt.
    const attempt = async (): Promise<Opening> => {
      const prompt = await this.find(organizationId, digest);
      return prompt ? { prompt, isFound: true } : await open();
    };
    const own = attempt();
    this.#opening.set(subject, own);
    const opening = await own.finally(() => this.#opening.delete(subject));
    if (!opening.isFound) return opening;
    const prompt = await this.find(organizationId, digest);
    return prompt ? { prompt, isFound: true } : await this.open(organizationId, digest, open);
  }
}

const stillPosting = () =>
  new Refusal(
    'conflict',
    'The same question is being posted by another request (collapse): repeat the request in a moment.',
    null,
    { code: 'idempotency_in_progress', retryAfterSec: 1 },
  );
