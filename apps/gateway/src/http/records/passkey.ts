import type { PasskeyRecord } from '@gateway/contract';
import type { PasskeyRow } from '@gateway/core';
import { snake } from './field-names.js';

export const passkeyRecord = (row: PasskeyRow): PasskeyRecord =>
  snake(row, 'id', 'name', 'backedUp', 'createdAt', 'lastUsedAt');
