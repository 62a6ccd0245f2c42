import { randomUUID } from 'node:crypto';
import { DEFAULT_ORGANIZATION } from '../access/principal.js';
import type { OneTimeLinkRow } from '../ports/people/operator-store.js';
import { hashToken, newToken } from './token.js';
import type { Services } from '../ports/services.js';

export type LinkOptions = Pick<Services, 'store' | 'clock'>;

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
