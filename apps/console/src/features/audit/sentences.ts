import type { AuditAction, AuditEntry } from '@gateway/contract';
import { t } from './texts.js';

const isKnown = (action: string): action is AuditAction => Object.hasOwn(t.actions, action);

/** An action as an option of the filter: "Channel created". One of another version is its own name. */
export const actionName = (action: string): string => (isKnown(action) ? t.actions[action] : action);

/** A sentence with the places `{actor}` and `{resource}`. */
export interface Sentence {
  readonly text: string;
  /** What is called in the place of the resource. */
  readonly resource: string;
}

type Entry = Pick<AuditEntry, 'action' | 'actor' | 'resource'>;

export function sentenceOf(entry: Entry): Sentence {
  const { action, resource } = entry;
  const special = specialOf(entry);
  if (special !== null) return special;
  const text = isKnown(action) ? t.sentences[action] : t.otherAction(action);
  return { text, resource: resource.name ?? resource.id };
}

/** The sentence for a resource that the sentence of the action does not fit; null: it fits. */
function specialOf({ action, actor, resource: { id, name } }: Entry): Sentence | null {
  const sentence = (text: string, resource = name ?? id): Sentence => ({ text, resource });
  const isOwn = actor.id !== null && actor.id === id;
  switch (action) {
    case 'key.refused':
      return id === 'unknown' ? sentence(t.special.unknownKey) : null;
    case 'delivery.retried':
      return retried(id) ?? (name === null ? null : sentence(t.special.retriedOf));
    case 'delivery.curl_created':
      return name === null ? null : sentence(t.special.curlOf);
    case 'invitation.created':
      return name === null ? sentence(t.special.invitationLink) : null;
    case 'operator.signed_out':
      return isOwn || name === null ? sentence(t.special.signedOut) : null;
    case 'operator.sign_in_refused':
      return id === 'unknown' ? sentence(t.special.unknownPerson) : null;
    case 'operator.password_changed':
      return isOwn ? sentence(t.special.ownPassword) : null;
    case 'operator.password_reset':
      return isOwn ? sentence(t.special.newPassword) : null;
    case 'operator.created':
      return isOwn ? sentence(t.special.becameOperator) : null;
    case 'operator.updated':
      return isOwn ? sentence(t.special.ownAccount) : null;
    default:
      return null;
  }
}

/** The sentence of a retry of several deliveries: `selected count=12`, `dead`, `dead channel_id=ops prompt_id=#12`. */
function retried(id: string): Sentence | null {
  const [kind, ...filters] = id.split(' ');
  if (kind === 'selected') return { text: t.special.retriedSelected(Number(filters[0]?.split('=')[1])), resource: id };
  if (kind !== 'dead') return null;
  const resource = filters.join(' ');
  return { text: resource === '' ? t.special.retriedAll : t.special.retriedFiltered, resource };
}

/** The actor's name, with a fallback when it is not known. */
export function actorName({ kind, name, id }: AuditEntry['actor']): string {
  if (name !== null && name !== '') return name;
  return kind === 'open' || kind === 'system' ? t.actors[kind] : (id ?? t.actors[kind]);
}
