import { createHash } from 'node:crypto';
import type { Sealer } from '../../credentials/sealer.js';
import type { Clock } from '../../ports/system.js';
import type { OperatorRow } from '../../ports/people/operator-store.js';

/** How long a person has for the second step of a sign-in. */
const SIGN_IN_MS = 5 * 60_000;
/** How long a person has to set up an app. */
const SET_UP_MS = 15 * 60_000;

/** The second step of a sign-in. Only the browser keeps the token. */
export interface SecondFactorStep {
  readonly token: string;
  readonly expiresAt: Date;
}

interface Content {
  readonly operatorId: string;
  readonly until: number;
  /** The fingerprint of the password that was given, or the secret of the app that is set up. */
  readonly value: string;
}

/** Steps that a browser continues. They are sealed texts, which are stored nowhere else. */
export function createSealedSteps(sealer: Sealer, clock: Pick<Clock, 'now'>) {
  const seal = (content: Content, context: string) => sealer.seal(JSON.stringify(content), context);

  /** Null: it is forged, was made for something else, or has expired. */
  function open(sealed: string, context: string): Content | null {
    try {
      const content = JSON.parse(sealer.open(sealed, context)) as Content;
      return content.until > clock.now() ? content : null;
    } catch {
      return null;
    }
  }

  return {
    /** The step after the right password. A new password makes it invalid. */
    afterPassword(operator: OperatorRow): SecondFactorStep {
      const until = clock.now() + SIGN_IN_MS;
      const content = { operatorId: operator.id, until, value: fingerprint(operator) };
      return { token: seal(content, 'a sign-in that needs a second factor'), expiresAt: new Date(until) };
    },

    readAfterPassword(token: string) {
      const kept = open(token, 'a sign-in that needs a second factor');
      return (
        kept && {
          operatorId: kept.operatorId,
          expiresAt: new Date(kept.until),
          isOf: (operator: OperatorRow) => fingerprint(operator) === kept.value,
        }
      );
    },

    setUp: (operatorId: string, secret: string): string =>
      seal({ operatorId, until: clock.now() + SET_UP_MS, value: secret }, 'the set-up of an authenticator'),

    /** The secret; null: expired, or of another operator. */
    readSetUp(operatorId: string, sealed: string): string | null {
      const kept = open(sealed, 'the set-up of an authenticator');
      return kept?.operatorId === operatorId ? kept.value : null;
    },
  };
}

function fingerprint({ passwordHash }: OperatorRow): string {
  return createHash('sha256').update(passwordHash).digest('hex');
}
