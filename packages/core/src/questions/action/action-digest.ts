import { createHash } from 'node:crypto';
import type { ActionArgs } from '@gateway/contract';
import { canonicalJson } from './canonical-json.js';

/** The digest of an action: SHA-256 over the RFC 8785 form of its name and arguments. */
export function actionDigest(name: string, args: ActionArgs | null): string {
  return `sha256:${createHash('sha256')
    .update(canonicalJson({ args: args ?? {}, name }))
    .digest('hex')}`;
}
