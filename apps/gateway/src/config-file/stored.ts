import {
  templateOf,
  type ChannelRow,
  type OperatorRow,
  type PersonRow,
  type PolicyRow,
  type RecordWriters,
  type RetentionRow,
  type GroupRow,
} from '@gateway/core';
import { managedFields } from './retention-fields.js';

/** A record in the form in which a file declares it. */
export type Body = Readonly<Record<string, unknown>>;

/** The stored records in the form of the file, to compare and to export them. */
export function storedBodies({ vault, addresses }: Pick<RecordWriters, 'vault' | 'addresses'>) {
  return {
    /** `credentials` null: no known key opens them. */
    channel(row: ChannelRow): Body & { readonly credentials: Readonly<Record<string, string>> | null } {
      return {
        channel_id: row.channelId,
        platform: row.platform,
        channel_type: row.channelType,
        target_chat_id: row.targetChatId,
        callback_url: row.callbackUrl && addresses.openOrStripped(row.callbackUrl),
        outside_window: row.outsideWindow,
        window_template: templateOf(row),
        approvers: row.approvers,
        policy: row.policyId,
        prompt_links: row.promptLinks,
        credentials: opened(() => vault.open(row)),
      };
    },
    person: (row: PersonRow): Body => ({
      person_id: row.personId,
      name: row.name,
      identities: row.identities.map(({ platform, userId }) => ({ platform, user_id: userId })),
      operator_id: row.operatorId,
    }),
    group: (row: GroupRow): Body => ({ group_id: row.groupId, name: row.name, members: row.members }),
    policy: (row: PolicyRow): Body => ({ policy_id: row.policyId, name: row.name, ...row.rules }),
    operator: (row: OperatorRow): Body => ({ email: row.email, role: row.role }),
    retention: (row: RetentionRow): Body =>
      Object.fromEntries(managedFields.map(([name, field]) => [name, row[field]])),
  };
}

function opened<Value>(open: () => Value): Value | null {
  try {
    return open();
  } catch {
    return null;
  }
}
