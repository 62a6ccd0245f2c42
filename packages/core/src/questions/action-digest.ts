import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { ActionArgs } from '@gateway/contract';

/** Its types describe a module with a property `default`, which a CommonJS module does not have. */
const serialize = canonicalize as unknown as (value: unknown) => string;

/** The digest of an action: SHA-256 over the RFC 8785 form of its name and arguments. */
export function actionDigest(name: string, args: ActionArgs | null): string {
  return `sha256:${createHash('sha256')
    .update(serialize({ args: args ?? {}, name }))
    .digest('hex')}`;
}
