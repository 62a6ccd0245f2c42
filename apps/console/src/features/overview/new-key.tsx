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
  /** The new key; null before it is created. Kept in this page's state only. */
  readonly createdKey: string | null;
  readonly onCreated: (key: string) => void;
}

/** Creates a key for an agent. */
export function NewKey({ createdKey, onCreated }: Props) {
  const client = useQueryClient();
  const { gateway } = useSession();
  const disabledReason = useMay('keys:write') ? null : 'Your role cannot create keys. Ask an owner.';
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
          ? 'An agent authenticates with an API key. This key can create prompts, send and read messages, and manage channels.'
          : 'This gateway does not require keys for agents on this machine. A key created now is required once USE_AUTH=true is set.'}
      </p>
      {createdKey !== null ? (
        <div className="grid w-full max-w-xl gap-1.5">
          <Copyable text={createdKey} label="Copy the key" />
          <p className="text-[0.8125rem] text-wait">Shown only once. Store it for the agent before you continue.</p>
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
            Choose name and permissions
          </Link>
        </div>
      )}
      {create.isError && <Failure error={create.error} />}
    </div>
  );
}
