import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Filled } from '../../../components/ui/form/filled.js';
import { useMay, useSession } from '../../../lib/session/session.js';
import { ownPersonQuery } from '../queries.js';
import { t as texts } from './texts.js';

const t = texts.ownPerson;

/** Says to an operator whom no person names what is missing from their list, and how to become a person. */
export function OwnPersonNote() {
  const { operator } = useSession();
  const mayAdd = useMay('people:write');
  const enabled = useMay('people:read');
  const { data } = useQuery({ ...ownPersonQuery(operator.id), enabled });
  if (data !== null) return null;
  return (
    <p className="border-b border-line bg-info-tint px-4 py-3 text-sm text-info">
      {mayAdd ? (
        <Filled
          text={t.add}
          parts={{
            people: (
              <Link to="/people" className="font-medium underline underline-offset-2">
                {t.people}
              </Link>
            ),
          }}
        />
      ) : (
        t.ask
      )}
    </p>
  );
}
