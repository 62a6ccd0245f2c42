import { createHash, randomBytes } from 'node:crypto';
import { DEFAULT_ORGANIZATION } from '../../../access/principal.js';
import { Refusal } from '../../../base/refusal.js';
import type { OperatorsOptions } from '../../sign-in.js';

/** How long a person has to use a passkey. */
const CHALLENGE_MS = 5 * 60_000;

/** What a passkey is used for. A challenge works for one purpose only. */
export type ChallengePurpose =
  | { readonly kind: 'sign_in' }
  | { readonly kind: 'second_factor'; readonly operatorId: string }
  | { readonly kind: 'confirm' | 'add'; readonly operatorId: string; readonly sessionId: string };

interface Content {
  readonly challenge: string;
  readonly until: number;
}

/**
 * Challenges that authenticators sign. The browser keeps them as sealed texts; the database has only the hashes of those that were
 * used, until they expire.
 */
export function createChallenges({ store, sealer, clock }: Pick<OperatorsOptions, 'store' | 'sealer' | 'clock'>) {
  return {
    issue(purpose: ChallengePurpose): { readonly challenge: string; readonly sealed: string } {
      const challenge = randomBytes(32).toString('base64url');
      const content: Content = { challenge, until: clock.now() + CHALLENGE_MS };
      return { challenge, sealed: sealer.seal(JSON.stringify(content), contextOf(purpose)) };
    },

    /** Uses up a challenge, also when the check of the reply fails. Throws a `Refusal`: expired, used, or of another purpose. */
    async use(purpose: ChallengePurpose, sealed: string): Promise<string> {
      const content = open(purpose, sealed);
      if (!content || content.until <= clock.now()) throw expired();
      const hash = createHash('sha256')
        .update(JSON.stringify(['passkey challenge', content.challenge]))
        .digest('hex');
      if (!(await store.usedTokens.use(DEFAULT_ORGANIZATION, hash, new Date(content.until)))) throw expired();
      return content.challenge;
    },
  };

  function open(purpose: ChallengePurpose, sealed: string): Content | null {
    try {
      return JSON.parse(sealer.open(sealed, contextOf(purpose))) as Content;
    } catch {
      return null;
    }
  }
}

const contextOf = (purpose: ChallengePurpose) => `a passkey challenge for ${JSON.stringify(purpose)}`;

const expired = () =>
  new Refusal('conflict', 'This request for a passkey has expired, was used, or began in another sign-in: try again.');
