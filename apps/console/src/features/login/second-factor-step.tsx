import { signOut, type SessionState } from '@gateway/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/ui/button.js';
import { Failure, Notice } from '../../components/ui/states.js';
import { call } from '../../lib/api.js';
import { sessionQuery } from '../../lib/session.js';
import { CodeForm } from './code-form.js';
import { PasskeyButton } from './passkey-button.js';

type Way = 'passkey' | 'app' | 'recovery';

interface Props {
  /** What the operator has. */
  readonly authenticator: boolean;
  readonly passkey: boolean;
  /** Why passkeys do not work here; null: they work. */
  readonly passkeyProblem: string | null;
  readonly onDone: (session: SessionState) => Promise<void>;
}

const switchTo: Record<Way, string> = {
  passkey: 'Use a passkey',
  app: 'Use the app',
  recovery: 'Use a recovery code',
};

/** The second step of a sign-in: a passkey, a code of the authenticator app, or a recovery code. */
export function SecondFactorStep({ authenticator, passkey, passkeyProblem, onDone }: Props) {
  const client = useQueryClient();
  const ways: readonly Way[] = [
    ...(passkey && passkeyProblem === null ? (['passkey'] as const) : []),
    ...(authenticator ? (['app'] as const) : []),
    'recovery',
  ];
  const [chosen, setChosen] = useState<Way | null>(null);
  const way = chosen ?? ways[0] ?? 'recovery';
  const back = useMutation({
    mutationFn: () => call(signOut, {}),
    onSuccess: (session) => client.setQueryData(sessionQuery.queryKey, session),
  });
  return (
    <div className="grid gap-4">
      {passkey && passkeyProblem !== null && <Notice tone="wait">{passkeyProblem}</Notice>}
      {way === 'passkey' ? (
        <>
          <p className="text-sm">Use one of your passkeys to confirm that it is you.</p>
          <PasskeyButton purpose="second_factor" look="primary" label="Continue with a passkey" onDone={onDone} />
        </>
      ) : (
        <CodeForm key={way} recovery={way === 'recovery'} onDone={onDone} />
      )}
      {back.isError && <Failure error={back.error} />}
      <div className="flex flex-wrap justify-between gap-2">
        {ways
          .filter((each) => each !== way)
          .map((each) => (
            <Button key={each} look="ghost" size="small" onClick={() => setChosen(each)}>
              {switchTo[each]}
            </Button>
          ))}
        <Button look="ghost" size="small" busy={back.isPending} onClick={() => back.mutate()}>
          Start again
        </Button>
      </div>
      {way === 'recovery' && (
        <p className="text-[0.8125rem] text-soft">
          No codes left? Ask an owner to reset your second factor (Operators page), or run{' '}
          <code>npm run operator -- reset-second-factor</code> on the server.
        </p>
      )}
    </div>
  );
}
