import { limits, resetPassword } from '@gateway/contract/values';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/ui/button.js';
import { Field, Input } from '../../components/ui/form/field.js';
import { Notice } from '../../components/ui/notice.js';
import { Failure } from '../../components/ui/list/states.js';
import { call, issuesOf } from '../../lib/api.js';
import { passwordError } from '../../lib/session/password-error.js';
import { useCompleteSignIn } from './complete-sign-in.js';
import { Frame } from './frame.js';
import { t } from './texts.js';
import { useLinkToken } from './token.js';

export function ResetPage() {
  const token = useLinkToken();
  return (
    <Frame title={t.reset.title}>
      {token === null ? <Notice>{t.incompleteLink}</Notice> : <ResetForm token={token} />}
    </Frame>
  );
}

function ResetForm({ token }: { readonly token: string }) {
  const completeSignIn = useCompleteSignIn();
  const [password, setPassword] = useState('');
  const attempt = useMutation({
    mutationFn: () => call(resetPassword, { body: { token, password } }),
    onSuccess: (session) => completeSignIn(session),
  });
  const issue = issuesOf(attempt.error).find(({ path }) => path[0] === 'password');
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        attempt.mutate();
      }}
    >
      <Field
        label={t.reset.password}
        error={issue && passwordError(issue.message)}
        help={t.reset.help(limits.passwordMin)}
      >
        <Input
          type="password"
          autoComplete="new-password"
          autoFocus
          required
          minLength={limits.passwordMin}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      {attempt.isError && !issue && <Failure error={attempt.error} />}
      <Button type="submit" look="primary" busy={attempt.isPending}>
        {t.reset.submit}
      </Button>
    </form>
  );
}
