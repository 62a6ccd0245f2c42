import type { SessionState } from '@gateway/contract';
import { enterCode } from '@gateway/contract/values';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Button } from '../../components/ui/button.js';
import { Field, Input } from '../../components/ui/form/field.js';
import { Failure } from '../../components/ui/list/states.js';
import { call } from '../../lib/api.js';
import { t } from './texts.js';

interface Props {
  /** Whether a recovery code is asked for, not one of the app. */
  readonly recovery: boolean;
  readonly onDone: (session: SessionState) => Promise<void>;
}

/** Asks for a code of the authenticator app, or a recovery code. */
export function CodeForm({ recovery, onDone }: Props) {
  const [code, setCode] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const attempt = useMutation({
    mutationFn: () => call(enterCode, { body: { code } }),
    onSuccess: onDone,
    onError: () => input.current?.select(),
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
        label={recovery ? t.secondFactor.recoveryCode : t.secondFactor.code}
        help={recovery ? t.secondFactor.recoveryCodeHelp : t.secondFactor.codeHelp}
      >
        <Input
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
      <Button type="submit" look="primary" busy={attempt.isPending}>
        {t.secondFactor.continue}
      </Button>
    </form>
  );
}
