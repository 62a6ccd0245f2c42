import { UNREAD_COUNTED } from '@gateway/contract';
import { withinChannels } from '../access/allowed-channels.js';
import { signedInOperator } from '../access/rights.js';
import { Refusal } from '../base/refusal.js';
import type { Principal } from '../access/principal.js';
import type {
  ConversationFilter,
  ConversationPosition,
  ConversationRow,
} from '../ports/questions/conversation-store.js';
import type { Services } from '../ports/services.js';

/** The MESSAGE channels with what was last written in each, and what waits for a reply. */
export class Conversations {
  readonly #store: Services['store'];

  constructor({ store }: Pick<Services, 'store'>) {
    this.#store = store;
  }

  /** Ordered by activity, latest first; with `waiting` the one that waits longest first. */
  async list(
    principal: Principal,
    filter: ConversationFilter,
    page: { readonly limit: number; readonly after: ConversationPosition | null },
  ): Promise<ConversationRow[]> {
    const within = withinChannels(principal, filter);
    if (!within) return [];
    const reader = principal.operator && { operatorId: principal.operator.id, counted: UNREAD_COUNTED };
    return await this.#store.conversations.list(principal.organizationId, within, page, reader);
  }

  /** Remembers that the signed-in operator has read a conversation up to a message. */
  async markRead(principal: Principal, messageId: string): Promise<void> {
    const { organizationId } = principal;
    const { id: operatorId } = signedInOperator(principal);
    const message = await this.#store.messages.get(organizationId, messageId.toLowerCase());
    if (!message) throw new Refusal('not_found', `There is no message ${JSON.stringify(messageId)}.`);
    await this.#store.conversations.markRead({ organizationId, operatorId }, message.id);
  }
}
