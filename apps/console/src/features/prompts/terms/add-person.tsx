import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.js';
import type { Directory } from '../../../lib/records/directory.js';
import { slugOf } from '../../../lib/records/slug.js';
import { useMay } from '../../../lib/session/session.js';
import { t } from './texts.js';
import { lazyDialog } from '../../../lib/load/lazy-dialog.js';

const PersonDialog = lazyDialog(async () => (await import('../../../components/people/person-dialog.js')).PersonDialog);

/** The account with which somebody answered. */
interface Account {
  readonly name: string;
  readonly platform: string | null;
  readonly user_id: string | null;
  readonly operator_id: string | null;
}

/** Adds somebody who answered to the people, unless they are one. Hidden from those who may not. */
export function AddPerson({ account, directory }: { readonly account: Account; readonly directory: Directory }) {
  const [open, setOpen] = useState(false);
  const may = useMay('people:write');
  const { name, platform, user_id, operator_id } = account;
  const isKnown = directory.people.some(
    (person) =>
      (operator_id !== null && person.operator_id === operator_id) ||
      person.identities.some((each) => each.platform === platform && each.user_id === user_id),
  );
  if (isKnown || !may || !directory.isLoaded) return null;
  const identities = platform !== null && user_id !== null ? [{ platform, user_id }] : [];
  return (
    <div>
      <Button size="small" aria-label={t.addPersonNamed(name)} onClick={() => setOpen(true)}>
        <UserPlus className="size-3.5" aria-hidden />
        {t.addPerson}
      </Button>
      {open && (
        <PersonDialog
          person={null}
          start={{ person_id: slugOf(name), name, identities, operator_id }}
          groups={directory.groups}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
