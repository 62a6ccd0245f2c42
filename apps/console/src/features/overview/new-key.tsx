import { createKey } from '@gateway/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { Button, buttonLook } from '../../components/ui/button.js';
import { Copyable } from '../../components/ui/copy.js';
import { Failure } from '../../components/ui/states.js';
import { call } from '../../lib/api.js';
import { useMay, useSession } from '../../lib/session.js';

interface Props {
  /** The key, once it is made; it lives in this page only. */
  readonly createdKey: string | null;
  readonly onCreated: (key: string) => void;
}

/** Makes a key for an agent in one press. */
export function NewKey({ createdKey, onCreated }: Props) {
  const client = useQueryClient();
  const { gateway } = useSession();
  const disabledReason = useMay('keys:write') ? null : 'Your role may not make keys: ask an owner';
  const create = useMutation({
    mutationFn: () => call(createKey, { body: { name: 'Agent', preset: 'agent' } }),
    onSuccess: async ({ key }) => {
      onCreated(key);
      await client.invalidateQueries({ queryKey: ['keys'] });
    },
  });
  return (
    <div className="grid justify-items-start gap-3 text-sm">
      <p className="max-w-prose text-soft">
        {gateway.auth
          ? 'An agent proves itself by a key. This one may ask, write, read answers and manage channels.'
          : 'Agents on this machine need no key as this gateway is set. With USE_AUTH=true they do; a key made now works then.'}
      </p>
      {createdKey !== null ? (
        <div className="grid w-full max-w-xl gap-1.5">
          <Copyable text={createdKey} label="Copy the key" />
          <p className="text-[0.8125rem] text-wait">Shown this once. Store it where the agent finds it, then go on.</p>
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
            Create an agent key
          </Button>
          <Link to="/keys" className={buttonLook()}>
            Choose name and rights
          </Link>
        </div>
      )}
      {create.isError && <Failure error={create.error} />}
    </div>
  );
}
