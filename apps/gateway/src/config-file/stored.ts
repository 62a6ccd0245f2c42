import { templateOf, type ChannelRow, type OperatorRow, type RecordWriters } from '@gateway/core';
import { snake } from '../http/records/field-names.js';
import { declaredGroup, declaredPerson } from '../http/records/person.js';
import { declaredPolicy } from '../http/records/policy.js';
import { declaredRetention } from '../http/records/retention.js';
import { declaredRule } from '../http/records/rule.js';

/** A record in the form in which a file declares it. */
export type Body = Readonly<Record<string, unknown>>;

/** The stored records in the form of the file, to compare and to export them. */
export function storedBodies({ vault, addresses }: Pick<RecordWriters, 'vault' | 'addresses'>) {
  return {
    /** `credentials` null: no known key opens them. */
    channel(row: ChannelRow): Body & { readonly credentials: Readonly<Record<string, string>> | null } {
      return {
        ...snake(row, 'channelId', 'platform', 'channelType', 'targetChatId'),
        callback_url: row.callbackUrl && addresses.openOrStripped(row.callbackUrl),
        ...snake(row, 'outsideWindow'),
        window_template: templateOf(row),
        ...snake(row, 'approvers', 'promptLinks', 'maxOpenPerKey', 'maxOpenPerPerson'),
        policy: row.policyId,
        credentials: opened(() => vault.open(row)),
      };
    },
    person: declaredPerson,
    group: declaredGroup,
    policy: declaredPolicy,
    rule: declaredRule,
    operator: (row: OperatorRow) => snake(row, 'email', 'role'),
    retention: declaredRetention,
  };
}

function opened<Value>(open: () => Value): Value | null {
  try {
    return open();
  } catch {
    return null;
  }
}
