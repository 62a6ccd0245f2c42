import { PlatformError } from '@gateway/platform-kit';
import type { TeamsContext } from '../credentials.js';
import { request, textField, type Answer } from '../request.js';
import { NO_IDENTITY_URL } from './endpoint.js';
import { lifeMsOf, type Token } from './grant.js';

const METADATA_PATH = '/metadata/identity/oauth2/token';

/**
 * Asks the machine's own service for a token of one of its managed identities. `clientId` undefined: the system-assigned identity.
 * Sources: https://learn.microsoft.com/entra/identity/managed-identities-azure-resources/how-to-use-vm-token (virtual machines),
 * https://learn.microsoft.com/azure/app-service/overview-managed-identity (App Service, Container Apps).
 */
export async function identityToken(
  { endpoints, fetch, now }: Pick<TeamsContext, 'endpoints' | 'fetch' | 'now'>,
  { clientId, resource, signal }: { clientId: string | undefined; resource: string; signal?: AbortSignal | undefined },
): Promise<Token> {
  const endpoint = endpoints['identity'] ?? NO_IDENTITY_URL;
  if (endpoint === NO_IDENTITY_URL) {
    throw new PlatformError('auth', 'Managed identities are not enabled on this gateway.', {
      hint: 'Have the administrator set PLATFORM_TEAMS_IDENTITY_URL; the guide has the address.',
    });
  }
  const url = new URL(endpoint);
  if (url.pathname === '/') url.pathname = METADATA_PATH;
  // App Service gives each process a secret for this service. Virtual machines have none.
  const secret = process.env['IDENTITY_HEADER'];
  url.searchParams.set('api-version', secret ? '2019-08-01' : '2018-02-01');
  url.searchParams.set('resource', resource);
  if (clientId !== undefined) url.searchParams.set('client_id', clientId);
  const answer = await request(fetch, {
    service: "the machine's identity service",
    setting: 'PLATFORM_TEAMS_IDENTITY_URL',
    url: url.href,
    headers: secret ? { 'x-identity-header': secret } : { metadata: 'true' },
    ...(signal && { signal }),
  });
  const token = textField(answer.json, 'access_token');
  if (answer.status !== 200 || !token) throw toIdentityError(answer);
  return { token, lifeMs: lifeMsOf(answer.json, now()) };
}

/** Converts a refusal. The service asks callers to repeat requests after 404, 410, 429 and errors of the server. */
function toIdentityError({ status }: Answer): PlatformError {
  if (status === 429)
    return new PlatformError('rate_limited', "The machine's identity service is asked too often.", {
      retryAfterMs: 5000,
    });
  if (status === 400 || status === 401 || status === 403) {
    return new PlatformError('auth', "The machine's identity service gives no token for this managed identity.", {
      hint: 'Assign the identity to the machine on which the gateway runs, and check its client ID.',
    });
  }
  return new PlatformError('unavailable', "The machine's identity service gave no token.", {
    hint: 'Check PLATFORM_TEAMS_IDENTITY_URL, and name its host in NO_PROXY if the gateway uses a proxy.',
  });
}
