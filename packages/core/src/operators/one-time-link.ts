import { randomUUID } from 'node:crypto';
import { DEFAULT_ORGANIZATION } from '../access/principal.js';
import type { Clock } from '../ports/system.js';
import type { Store } from '../ports/store.js';
import type { OneTimeLinkRow } from '../ports/people/operator-store.js';
import { hashToken, newToken } from './token.js';

export interface LinkOptions {
  readonly store: Pick<Store, 'operators' | 'oneTimeLinks'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** A new link; its token is not stored. */
export interface NewLink {
  readonly link: OneTimeLinkRow;
  readonly token: string;
}

/** Creates a link without storing it. */
export function newLink(
  about: Pick<OneTimeLinkRow, 'purpose'> & Partial<Pick<OneTimeLinkRow, 'role' | 'email' | 'operatorId' | 'createdBy'>>,
  now: number,
  lifeMs: number,
): NewLink {
  const token = newToken();
  const link = {
    organizationId: DEFAULT_ORGANIZATION,
    id: randomUUID(),
    role: null,
    email: null,
    operatorId: null,
    createdBy: null,
    ...about,
    tokenHash: hashToken(token),
    createdAt: new Date(now),
    expiresAt: new Date(now + lifeMs),
  };
  return { link, token };
}
