import { randomBytes } from 'node:crypto';
import type { Clock } from '@gateway/sandbox/server';

const TOKEN_LIFETIME_SECONDS = 24 * 3600;

export interface IdentityServiceOptions {
  /** Client IDs of the identities that are assigned to the machine. The one of the system is `system`. */
  readonly identities: readonly string[];
  /** The secret of App Service; undefined: the machine is a virtual machine. */
  readonly header: string | undefined;
  readonly clock: Clock;
}

interface Request {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
}

/** The service for managed identities of a machine in Azure: the one of virtual machines, or the one of App Service. */
export function createIdentityService({ identities, header, clock }: IdentityServiceOptions) {
  const issued = new Map<string, { readonly identity: string; readonly resource: string; readonly until: number }>();
  return {
    answer({ headers, query }: Request): { status: number; body: object } {
      const version = header === undefined ? '2018-02-01' : '2019-08-01';
      const isAllowed = header === undefined ? headers['metadata'] === 'true' : headers['x-identity-header'] === header;
      if (!isAllowed || query['api-version'] !== version)
        return { status: header === undefined ? 400 : 401, body: { error: 'invalid_request' } };
      const { client_id: identity = 'system' } = query;
      if (typeof identity !== 'string' || !identities.includes(identity))
        return { status: 400, body: { error: 'invalid_request', error_description: 'Identity not found' } };
      const resource = String(query['resource']);
      const until = clock.now() + TOKEN_LIFETIME_SECONDS * 1000;
      const token = `identity.${randomBytes(64).toString('base64url')}`;
      issued.set(token, { identity, resource, until });
      return {
        status: 200,
        body: {
          access_token: token,
          resource,
          token_type: 'Bearer',
          expires_on: String(Math.floor(until / 1000)),
          ...(header === undefined && { expires_in: String(TOKEN_LIFETIME_SECONDS), client_id: identity }),
        },
      };
    },
    /** The identity that a token belongs to; null when it is not valid for `resource`. */
    identityOf(token: string, resource: string): string | null {
      const found = issued.get(token);
      return found && found.resource === resource && found.until > clock.now() ? found.identity : null;
    },
  };
}

export type IdentityService = ReturnType<typeof createIdentityService>;
