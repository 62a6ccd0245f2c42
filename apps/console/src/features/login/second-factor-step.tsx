import type { SessionState } from '@gateway/contract';
import { signOut } from '@gateway/contract/values';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/ui/button.js';
import { Filled } from '../../components/ui/form/filled.js';
import { Notice } from '../../components/ui/notice.js';
import { Failure } from '../../components/ui/list/states.js';
import { call } from '../../lib/api.js';
import { setSession } from '../../lib/session/session.js';
import { CodeForm } from './code-form.js';
import { PasskeyButton } from './passkey-button.js';
import { t } from './texts.js';

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
  passkey: t.secondFactor.usePasskey,
  app: t.secondFactor.useApp,
  recovery: t.secondFactor.useRecoveryCode,
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
    onSuccess: (session) => setSession(client, session),
  });
  return (
    <div className="grid gap-4">
      {passkey && passkeyProblem !== null && <Notice tone="wait">{passkeyProblem}</Notice>}
      {way === 'passkey' ? (
        <>
          <p className="text-sm">{t.secondFactor.passkey}</p>
          <PasskeyButton
            purpose="second_factor"
            look="primary"
            label={t.secondFactor.continueWithPasskey}
            onDone={onDone}
          />
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
          {t.secondFactor.startAgain}
        </Button>
      </div>
      {way === 'recovery' && (
        <p className="text-[0.8125rem] text-soft">
          <Filled
            text={t.secondFactor.noCodes}
            parts={{ command: <code>npm run operator -- reset-second-factor</code> }}
          />
        </p>
      )}
    </div>
  );
}
