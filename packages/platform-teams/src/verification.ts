import { isPlatformError, safeEqual } from '@gateway/platform-kit';
import { decodeProtectedHeader, jwtVerify } from 'jose';
import { cloudOf } from './clouds.js';
import type { TeamsContext } from './credentials.js';
import type { SigningKey, SigningKeys } from './signing-keys.js';

const TOLERANCE_SECONDS = 300;

/** A verified bearer token. */
export interface VerifiedToken {
  /** Whether the token is valid for an activity of this channel and service address. Both may be missing. */
  covers(activity: { readonly channelId?: string | undefined; readonly serviceUrl?: string | undefined }): boolean;
}

/** Null when the token does not prove that the Bot Framework wrote to this bot. Throws `unavailable` when that cannot be checked. */
export type Verify = (authorization: string | undefined) => Promise<VerifiedToken | null>;

export function createVerify({ credentials, now }: TeamsContext, keys: SigningKeys): Verify {
  const { issuer } = cloudOf({ credentials });
  return async (authorization) => {
    const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
    if (token === undefined) return null;
    try {
      const { alg, kid } = decodeProtectedHeader(token);
      if (alg !== 'RS256') return null;
      const signer = await keys.find(kid);
      if (signer === null) return null;
      const { payload } = await jwtVerify(token, signer.key, {
        algorithms: ['RS256'],
        issuer,
        audience: credentials.app_id,
        clockTolerance: TOLERANCE_SECONDS,
        currentDate: new Date(now()),
        requiredClaims: ['exp'],
      });
      return {
        covers: (activity) =>
          isEndorsed(signer, activity.channelId) && hasServiceUrl(payload['serviceurl'], activity.serviceUrl),
      };
    } catch (error) {
      if (isPlatformError(error)) throw error;
      return null;
    }
  };
}

/** As in the Bot Framework's SDK, a key without endorsements may sign for every channel. */
function isEndorsed({ endorsements }: SigningKey, channelId: string | undefined): boolean {
  return endorsements.length === 0 || !channelId?.trim() || endorsements.includes(channelId);
}

/** Security: the bot's access token is sent to the activity's service address, so the token must contain that address. */
function hasServiceUrl(claim: unknown, serviceUrl: string | undefined): boolean {
  if (serviceUrl === undefined || serviceUrl === '') return true;
  return typeof claim === 'string' && safeEqual(trimmed(claim), trimmed(serviceUrl));
}

const trimmed = (url: string) => url.replace(/(?<!\/)\/+$/, '');
