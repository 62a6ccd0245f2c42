import { counted } from '../../lib/counted.js';
import type { AuditEntry } from '@gateway/contract';

/** Splits `operator.password_link_created` into "password link created" and "operator". */
function partsOf(action: string): { readonly what: string; readonly kind: string } {
  const dot = action.indexOf('.');
  const kind = (dot < 0 ? '' : action.slice(0, dot)).replaceAll('_', ' ');
  return { what: action.slice(dot + 1).replaceAll('_', ' '), kind };
}

/** An action as an option of the filter: "Channel created". */
export function actionName(action: string): string {
  if (action === 'channel.unregistered') return 'Channel deactivated';
  const { what, kind } = partsOf(action);
  const words = `${kind} ${what}`.trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The sentence around a resource: "created channel" <ops>. */
export interface Sentence {
  readonly before: string;
  /** Name or id of the resource; null when the sentence does not need it. */
  readonly resource: string | null;
  readonly after: string;
}

type Entry = Pick<AuditEntry, 'action' | 'actor' | 'resource'>;

/** Whether the actor and the resource are the same operator. */
const isOwn = ({ actor, resource }: Entry) => actor.id !== null && actor.id === resource.id;

/** The entry as a sentence. Unknown actions of other versions are derived from their names. */
export function sentenceOf(entry: Entry): Sentence {
  const { action, resource } = entry;
  const { what, kind } = partsOf(action);
  const called = resource.name ?? resource.id;
  const own = isOwn(entry);
  switch (action) {
    case 'key.refused':
      return resource.id === 'unknown'
        ? { before: 'refused an unknown key', resource: null, after: '' }
        : { before: 'refused the expired key', resource: called, after: '' };
    case 'request.denied':
      return { before: 'was denied', resource: called, after: '' };
    case 'channel.unregistered':
      return { before: 'deactivated channel', resource: called, after: '' };
    case 'channel.message_sent':
      return { before: 'sent a message to channel', resource: called, after: '' };
    case 'prompt.created':
      return { before: 'created prompt', resource: called, after: '' };
    case 'prompt.cancelled':
      return { before: 'cancelled prompt', resource: resource.id, after: '' };
    case 'settings.updated':
      return { before: 'changed the retention settings', resource: null, after: '' };
    case 'export.started':
      return { before: 'exported', resource: resource.id, after: '' };
    case 'signing_secret.shown':
      return { before: 'viewed the signing secret', resource: null, after: '' };
    case 'delivery.retried':
      if (resource.id.startsWith('selected count='))
        return {
          before: `retried ${counted(Number(resource.id.split('=')[1]), 'selected delivery', 'selected deliveries')}`,
          resource: null,
          after: '',
        };
      return resource.id.startsWith('dead')
        ? { before: `retried ${bulkOf(resource.id)}`, resource: null, after: '' }
        : {
            before: resource.name === null ? 'retried delivery' : 'retried the delivery of',
            resource: called,
            after: '',
          };
    case 'delivery.curl_created':
      return {
        before: `created a signed curl command for ${resource.name === null ? 'delivery' : 'the delivery of'}`,
        resource: called,
        after: '',
      };
    case 'receiver.paused':
      return { before: 'paused deliveries to', resource: resource.id, after: '' };
    case 'receiver.resumed':
      return { before: 'resumed deliveries to', resource: resource.id, after: '' };
    case 'invitation.created':
      return {
        before: resource.name === null ? 'created an invitation link' : 'invited',
        resource: resource.name,
        after: '',
      };
    case 'invitation.revoked':
      return { before: 'revoked an invitation', resource: null, after: '' };
    case 'operator.signed_in':
      return { before: 'signed in', resource: null, after: '' };
    case 'operator.signed_out':
      return own || resource.name === null
        ? { before: 'signed out', resource: null, after: '' }
        : { before: 'signed out', resource: called, after: '' };
    case 'operator.session_ended':
      return { before: 'ended a session of', resource: called, after: '' };
    case 'operator.sessions_ended':
      return { before: 'ended all sessions of', resource: called, after: '' };
    case 'operator.identity_linked':
      return { before: 'linked their account at the OpenID provider', resource: null, after: '' };
    case 'operator.sign_in_refused':
      return resource.id === 'unknown'
        ? { before: 'refused a sign-in by an unknown person', resource: null, after: '' }
        : { before: 'refused a sign-in as', resource: called, after: '' };
    case 'operator.second_factor_added':
      return { before: 'added a second factor', resource: null, after: '' };
    case 'operator.second_factor_removed':
      return { before: 'removed their second factor', resource: null, after: '' };
    case 'operator.passkey_added':
      return { before: 'added a passkey', resource: null, after: '' };
    case 'operator.passkey_renamed':
      return { before: 'renamed a passkey', resource: null, after: '' };
    case 'operator.passkey_removed':
      return { before: 'removed a passkey', resource: null, after: '' };
    case 'operator.recovery_codes_created':
      return { before: 'created new recovery codes', resource: null, after: '' };
    case 'operator.recovery_code_used':
      return { before: 'used a recovery code', resource: null, after: '' };
    case 'operator.password_changed':
    case 'operator.password_reset':
      if (own)
        return {
          before: `${action.endsWith('reset') ? 'set a new' : 'changed their'} password`,
          resource: null,
          after: '',
        };
      break;
    case 'operator.created':
      if (own) return { before: 'became an operator', resource: null, after: '' };
      break;
    case 'operator.updated':
      if (own) return { before: 'changed their own account', resource: null, after: '' };
      break;
    default:
  }
  // "password link created" of an operator: "created password link of operator".
  const parts = what.split(' ');
  const verb = parts.at(-1) ?? what;
  const thing = parts.slice(0, -1).join(' ');
  return { before: thing === '' ? `${verb} ${kind}` : `${verb} ${thing} of ${kind}`, resource: called, after: '' };
}

/** `dead channel_id=ops prompt_id=#12` as "all failed deliveries of channel ops, of prompt #12". */
function bulkOf(id: string): string {
  const names: Record<string, string> = {
    channel_id: 'of channel',
    prompt_id: 'of prompt',
    event_id: 'with event id',
    url: 'to',
    status_code: 'with the response',
    event: 'of the event',
    since: 'created since',
    until: 'created before',
  };
  const parts = id
    .split(' ')
    .slice(1)
    .map((part) => {
      const name = part.slice(0, part.indexOf('='));
      const value = part.slice(name.length + 1);
      return `${names[name] ?? name} ${value}`;
    });
  return ['all failed deliveries', parts.join(', ')].filter(Boolean).join(' ');
}

/** The actor's name, with a fallback when it is not known. */
export function actorName({ kind, name, id }: AuditEntry['actor']): string {
  if (name !== null && name !== '') return name;
  if (kind === 'open') return 'A request without a key';
  if (kind === 'system') return 'The gateway';
  return id ?? (kind === 'key' ? 'A key' : 'An operator');
}
