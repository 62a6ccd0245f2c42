import { newChannel } from '@gateway/contract';
import { templateOf, type ChannelRow, type OperatorRow, type RecordWriters } from '@gateway/core';
import { camelNames, snake } from '../http/records/field-names.js';
import { declaredGroup, declaredPerson } from '../http/records/person.js';
import { declaredPolicy } from '../http/records/policy.js';
import { declaredRetention } from '../http/records/retention.js';
import { declaredRule } from '../http/records/rule.js';

/** A record in the form in which a file declares it. */
export type Body = Readonly<Record<string, unknown>>;

/** The fields of a channel that have the same values in a row. */
const {
  callback_url: _sealed,
  window_template: _twoColumns,
  policy: _id,
  credentials: _secret,
  ...plain
} = newChannel.shape;
const plainFields = camelNames(plain);

/** The stored records in the form of the file, to compare and to export them. */
export function storedBodies({ vault, addresses }: Pick<RecordWriters, 'vault' | 'addresses'>) {
  return {
    /** `credentials` null: no known key opens them. */
    channel(row: ChannelRow): Body & { readonly credentials: Readonly<Record<string, string>> | null } {
      return {
        // An export has these first.
        ...snake(row, 'channelId', 'platform', 'channelType', 'targetChatId', 'outsideWindow'),
        window_template: templateOf(row),
        ...snake(row, ...plainFields),
        policy: row.policyId,
        callback_url: row.callbackUrl && addresses.openOrStripped(row.callbackUrl),
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
