import { enterCode, signOut, type SessionState } from '@gateway/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Button } from '../../components/ui/button.js';
import { Field, Input } from '../../components/ui/field.js';
import { Failure } from '../../components/ui/states.js';
import { call } from '../../lib/api.js';
import { sessionQuery } from '../../lib/session.js';

interface Props {
  readonly onDone: (session: SessionState) => Promise<void>;
}

/** The second step of a sign-in: a code of the authenticator app, or a recovery code. */
export function SecondFactorStep({ onDone }: Props) {
  const client = useQueryClient();
  const [recovery, setRecovery] = useState(false);
  const [code, setCode] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const attempt = useMutation({
    mutationFn: () => call(enterCode, { body: { code } }),
    onSuccess: onDone,
    onError: () => input.current?.select(),
  });
  const back = useMutation({
    mutationFn: () => call(signOut, {}),
    onSuccess: (session) => client.setQueryData(sessionQuery.queryKey, session),
  });
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (code.trim() !== '' && !attempt.isPending) attempt.mutate();
      }}
    >
      <Field
        label={recovery ? 'Recovery code' : 'Code'}
        help={
          recovery
            ? 'One of the codes that you saved when you set up the app. Each works once.'
            : 'The six digits that your authenticator app shows for Gateway.'
        }
      >
        <Input
          key={String(recovery)}
          ref={input}
          autoFocus
          autoComplete="one-time-code"
          inputMode={recovery ? 'text' : 'numeric'}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </Field>
      {attempt.isError && <Failure error={attempt.error} />}
      {back.isError && <Failure error={back.error} />}
      <Button type="submit" look="primary" busy={attempt.isPending}>
        Continue
      </Button>
      <div className="flex flex-wrap justify-between gap-2">
        <Button
          look="ghost"
          size="small"
          onClick={() => {
            setRecovery(!recovery);
            setCode('');
            attempt.reset();
          }}
        >
          {recovery ? 'Use the app' : 'Use a recovery code'}
        </Button>
        <Button look="ghost" size="small" busy={back.isPending} onClick={() => back.mutate()}>
          Start again
        </Button>
      </div>
      {recovery && (
        <p className="text-[0.8125rem] text-soft">
          No codes left? Ask an owner to reset your second factor (Operators page), or run{' '}
          <code>npm run operator -- reset-second-factor</code> on the server.
        </p>
      )}
    </form>
  );
}
