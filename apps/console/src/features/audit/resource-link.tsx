import { parsePromptId } from '@gateway/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { keyNamesQuery, operatorNamesQuery } from '../../lib/actors.js';
import { useMay } from '../../lib/session.js';

const look = 'text-accent underline decoration-line underline-offset-2 wrap-anywhere hover:decoration-current';

/** Leads to what an entry tells of, where the console has a page for it. */
export function ResourceLink({ kind, id }: { readonly kind: string; readonly id: string }) {
  if (kind === 'channel') {
    return (
      <Link to="/channels/$channelId" params={{ channelId: id }} className={look}>
        {id}
      </Link>
    );
  }
  const num = kind === 'prompt' ? parsePromptId(id) : null;
  if (num !== null) {
    return (
      <Link to="/prompts/$num" params={{ num: String(num) }} className={look}>
        {id}
      </Link>
    );
  }
  if (kind === 'delivery') {
    return (
      <Link to="/deliveries" search={{ id }} className={look}>
        <code>{id}</code>
      </Link>
    );
  }
  if (kind === 'key') {
    return (
      <Link to="/keys" search={{ all: true }} className={look}>
        <KnownName id={id} />
      </Link>
    );
  }
  if (kind === 'operator') {
    return (
      <Link to="/operators" className={look}>
        <KnownName id={id} />
      </Link>
    );
  }
  return <code className="break-all">{id}</code>;
}

/** A key or an operator by name; by id when it has none any more. */
function KnownName({ id }: { readonly id: string }) {
  const mayReadKeys = useMay('keys:read');
  const { data: operators = [] } = useQuery(operatorNamesQuery);
  const { data: keys = [] } = useQuery({ ...keyNamesQuery, enabled: mayReadKeys });
  return [...operators, ...keys].find((known) => known.id === id)?.name ?? <code>{id}</code>;
}
