import type { AuditEntry } from '@gateway/contract';
import { parsePromptId } from '@gateway/contract/values';
import { Link, type LinkProps } from '@tanstack/react-router';

interface Props {
  readonly resource: AuditEntry['resource'];
  /** Name or id of the resource. */
  readonly children: string;
}

/** A link to the resource of an entry; plain text when the console has no page for it. */
export function ResourceLink({ resource, children }: Props) {
  const link = pageOf(resource);
  // An id without a name is shown as code.
  const label = resource.name === null && isUuid.test(children) ? <code>{children}</code> : children;
  if (link === null) return <span className="font-medium wrap-anywhere">{label}</span>;
  return (
    <Link
      {...link}
      title={resource.name === null ? undefined : resource.id}
      className="text-accent underline decoration-line underline-offset-2 wrap-anywhere hover:decoration-current"
    >
      {label}
    </Link>
  );
}

const isUuid = /^[\da-f]{8}-/;

function pageOf({ kind, id }: AuditEntry['resource']): Pick<LinkProps, 'to' | 'params' | 'search'> | null {
  if (kind === 'channel') return { to: '/channels/$channelId', params: { channelId: id } };
  const num = kind === 'prompt' ? parsePromptId(id) : null;
  if (num !== null) return { to: '/prompts/$num', params: { num: String(num) } };
  if (kind === 'delivery') return { to: '/deliveries', search: { id } };
  if (kind === 'receiver') return { to: '/receivers/$receiverId', params: { receiverId: id.replace('://', ':') } };
  if (kind === 'policy') return { to: '/policies' };
  if (kind === 'rule') return { to: '/rules' };
  if (kind === 'grant') return { to: '/standing-approvals/$grantId', params: { grantId: id } };
  if (kind === 'person') return { to: '/people', search: { q: id } };
  if (kind === 'group') return { to: '/people', search: { tab: 'groups', q: id } };
  if (kind === 'key') return { to: '/keys', search: { all: true } };
  return kind === 'operator' || kind === 'invitation' ? { to: '/operators' } : null;
}
