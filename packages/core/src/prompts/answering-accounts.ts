import { holdsAny, type Principal } from '../access/principal.js';
import type { Answerer } from '../ports/people/people-store.js';
import { Refusal } from '../base/refusal.js';
import type { Store } from '../ports/store.js';
import type { AnsweringAccount } from '../ports/questions/prompt-store.js';

/**
 * The accounts under which somebody answers prompts. A person has those in chats and the one of their operator. Throws a `Refusal` for
 * an unknown person, and for a caller who may not read people.
 */
export async function accountsOf(
  { people }: Pick<Store, 'people'>,
  principal: Principal,
  who: Answerer,
): Promise<AnsweringAccount[]> {
  if ('identities' in who) return who.identities.map(({ platform, userId }) => ({ platform, id: userId }));
  if ('operatorId' in who) return [ofOperator(who.operatorId)];
  if (!holdsAny(principal, ['people:read']))
    throw new Refusal('forbidden', 'answered_by: a person needs the scope people:read as well.', 'answered_by');
  const person = await people.whoIs(principal.organizationId, who);
  if (!person) {
    const message = `answered_by: there is no person "${who.personId}". GET /v1/people lists them.`;
    throw new Refusal('invalid', message, 'answered_by');
  }
  const inChats = person.identities.map(({ platform, userId }) => ({ platform, id: userId }));
  return person.operatorId === null ? inChats : [...inChats, ofOperator(person.operatorId)];
}

const ofOperator = (id: string): AnsweringAccount => ({ platform: null, id: `operator:${id}` });
