import type { Quota } from '@gateway/core';

/**
 * The headers of the IETF draft `draft-ietf-httpapi-ratelimit-headers-10`. Of a policy: the burst `q`, and the seconds `w` in which it
 * refills. Of the caller: the requests `r` that may come now, and the seconds `t` until all of the burst may.
 */
export function quotaHeaders(quotas: readonly Quota[]): Record<string, string> {
  if (quotas.length === 0) return {};
  return {
    'ratelimit-policy': quotas.map(policyOf).join(', '),
    ratelimit: quotas.map(({ policy, remaining, resetSec }) => `"${policy}";r=${remaining};t=${resetSec}`).join(', '),
  };
}

function policyOf({ policy, limit: { burst, perMinute } }: Quota): string {
  return `"${policy}";q=${burst};w=${Math.max(1, Math.round((burst * 60) / perMinute))}`;
}
