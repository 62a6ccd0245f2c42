import type { PasskeyRecord } from '@gateway/contract';
import type { PasskeyRow } from '@gateway/core';

export function passkeyRecord({ id, name, backedUp, createdAt, lastUsedAt }: PasskeyRow): PasskeyRecord {
  return {
    id,
    name,
    backed_up: backedUp,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  };
}
