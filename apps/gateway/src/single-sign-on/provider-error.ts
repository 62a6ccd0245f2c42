/** A failed sign-in with a provider. The message tells the person what to do; `cause` is for the log. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';

  constructor(
    readonly status: 400 | 403 | 502 | 503,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Explains an error of the OpenID libraries, which are recognised by name because they are loaded late. */
export function providerErrorOf(error: unknown, name: string): ProviderError {
  if (error instanceof ProviderError) return error;
  const { name: kind = '', code = '' } = error as { readonly name?: string; readonly code?: string };
  const explain = (status: ProviderError['status'], message: string) =>
    new ProviderError(status, message, { cause: error });
  if (kind === 'AuthorizationResponseError') return explain(403, `${name} refused the sign-in (${described(error)}).`);
  // A code that was used before, has expired or belongs to another sign-in (RFC 6749, 5.2).
  if (kind === 'ResponseBodyError' && (error as { readonly error?: string }).error === 'invalid_grant')
    return explain(400, `The answer of ${name} is not valid, or was used before: sign in again.`);
  if (kind === 'ResponseBodyError' || kind === 'WWWAuthenticateChallengeError')
    return explain(
      502,
      `${name} refused the gateway (${described(error)}). Try again. If it stays so, an administrator checks OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and the redirect address that is registered there.`,
    );
  if (code.startsWith('ERR_J'))
    return code === 'ERR_JWKS_TIMEOUT'
      ? explain(503, unreachable(name))
      : explain(400, `The token is not valid (${code}).`);
  if (code.startsWith('OAUTH_') && code !== 'OAUTH_TIMEOUT' && code !== 'OAUTH_RESPONSE_IS_NOT_CONFORM')
    return explain(400, `The answer of ${name} is not valid, or belongs to another sign-in: sign in again.`);
  return explain(503, unreachable(name));
}

const unreachable = (name: string) =>
  `${name} cannot be reached, or does not answer as an OpenID provider. Try again in a moment. If it stays so, an administrator checks OIDC_ISSUER and the log.`;

function described(error: unknown): string {
  const { error: code, error_description: text } = error as {
    readonly error?: string;
    readonly error_description?: string;
  };
  return [code ?? 'no reason given', text].filter((part) => part !== undefined).join(': ');
}

/** The reason for the log. Errors of the libraries contain no tokens. */
export function reasonForLog(error: ProviderError): string {
  const reasons: string[] = [];
  for (let each: unknown = error.cause; each instanceof Error; each = each.cause) {
    const { code } = each as { readonly code?: string };
    reasons.push(code === undefined ? each.message : `${each.message} (${code})`);
  }
  return reasons.length === 0 ? error.message : reasons.join(': ');
}
