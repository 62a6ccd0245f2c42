import { linkProvider } from '@gateway/contract';
import type { Gateway } from '@gateway/core';
import type { Provider } from '../../single-sign-on/provider.js';
import { ProviderError } from '../../single-sign-on/provider-error.js';
import { endpoint, WithHeaders, type Endpoint } from '../endpoint.js';
import { HttpError } from '../errors/errors.js';
import { proofOf } from '../sign-in/second-factor.js';
import { callbackPath, consoleOrigin, keptSignIns, type KeptSignInOptions } from './kept-sign-in.js';

export interface LinkOptions extends KeptSignInOptions {
  readonly gateway: Pick<Gateway, 'operators'>;
  /** Null: there is none. */
  readonly provider: Provider | null;
}

/** An operator links an account of the OpenID provider. */
export function linkRoutes({ gateway, provider, ...options }: LinkOptions): Endpoint[] {
  const { publicUrl } = options;
  const kept = keptSignIns(options);
  return [
    endpoint(linkProvider, async (call) => {
      const { principal, headers } = call;
      if (!provider) throw new HttpError(409, { detail: 'This gateway has no OpenID provider: set OIDC_ISSUER.' });
      const origin = consoleOrigin(headers, publicUrl);
      if (headers.host?.toLowerCase() !== new URL(origin).host)
        throw new HttpError(409, { detail: `The provider sends browsers to ${origin}: open the console there.` });
      await gateway.operators.secondFactor.confirm(principal, proofOf(call, { publicUrl }));
      const started = await provider.start(origin + callbackPath).catch((error: unknown) => {
        throw error instanceof ProviderError ? new HttpError(503, { detail: error.message }) : error;
      });
      const content = { ...started.kept, returnTo: '/console/account', linkTo: principal.operator };
      return new WithHeaders({ url: started.url.href }, { 'set-cookie': kept.write(headers, content) });
    }),
  ];
}
