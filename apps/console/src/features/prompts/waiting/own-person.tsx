import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMay, useSession } from '../../../lib/session.js';
import { ownPersonQuery } from '../queries.js';

/** Says to an operator whom no person names what is missing from their list, and how to become a person. */
export function OwnPersonNote() {
  const { operator } = useSession();
  const mayAdd = useMay('people:write');
  const enabled = useMay('people:read');
  const { data } = useQuery({ ...ownPersonQuery(operator.id), enabled });
  if (data !== null) return null;
  return (
    <p className="border-b border-line bg-info-tint px-4 py-3 text-sm text-info">
      You are not among the people yet, so prompts that name approvers are not listed here.{' '}
      {mayAdd ? (
        <>
          Add a person with your operator on{' '}
          <Link to="/people" className="font-medium underline underline-offset-2">
            People
          </Link>
          .
        </>
      ) : (
        'Ask an owner to add a person with your operator on the page People.'
      )}
    </p>
  );
}
