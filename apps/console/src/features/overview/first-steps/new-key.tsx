import { createKey } from '@gateway/contract/values';
import { Link } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { Button, buttonLook } from '../../../components/ui/button.js';
import { Copyable } from '../../../components/ui/copy.js';
import { Failure } from '../../../components/ui/list/states.js';
import { call } from '../../../lib/api.js';
import { useSave } from '../../../lib/forms/use-save.js';
import { useMay, useSession } from '../../../lib/session/session.js';
import { t } from './texts.js';

interface Props {
  /** The new key; null before it is created. Kept in this page's state only. */
  readonly createdKey: string | null;
  readonly onCreated: (key: string) => void;
}

/** Creates a key for an agent. */
export function NewKey({ createdKey, onCreated }: Props) {
  const { gateway } = useSession();
  const disabledReason = useMay('keys:write') ? null : t.key.notAllowed;
  // The response contains the key. It is passed on and is not cached.
  const create = useSave(
    async () => onCreated((await call(createKey, { body: { name: t.key.name, preset: 'agent' } })).key),
    { resources: ['keys'] },
  );
  return (
    <div className="grid justify-items-start gap-3 text-sm">
      <p className="max-w-prose text-soft">{gateway.auth ? t.key.help : t.key.notRequired}</p>
      {createdKey !== null ? (
        <div className="grid w-full max-w-xl gap-1.5">
          <Copyable text={createdKey} label={t.key.copy} />
          <p className="text-[0.8125rem] text-wait">{t.key.shownOnce}</p>
        </div>
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button
            look="primary"
            busy={create.isPending}
            disabledReason={disabledReason}
            onClick={() => create.mutate()}
          >
            <KeyRound className="size-4" aria-hidden />
            {t.createKey}
          </Button>
          <Link to="/keys" className={buttonLook()}>
            {t.key.choose}
          </Link>
        </div>
      )}
      {create.isError && <Failure error={create.error} />}
    </div>
  );
}
