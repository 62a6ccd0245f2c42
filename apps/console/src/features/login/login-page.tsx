import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Filled } from '../../components/ui/form/filled.js';
import { Notice } from '../../components/ui/notice.js';
import { browserHasPasskeys, passkeyProblem } from '../../lib/session/passkeys.js';
import { sessionQuery } from '../../lib/session/session.js';
import { useCompleteSignIn } from './complete-sign-in.js';
import { Frame } from './frame.js';
import { PasskeyButton } from './passkey-button.js';
import { PasswordSignIn } from './password-sign-in.js';
import { ProviderButton } from './provider-button.js';
import { SecondFactorStep } from './second-factor-step.js';
import { t } from './texts.js';

const route = getRouteApi('/login');

export function LoginPage() {
  const { returnTo, ended = false, out = false } = route.useSearch();
  const { second_factor: step, gateway } = useSuspenseQuery(sessionQuery).data;
  const { password, provider, passkeys } = gateway.sign_in;
  const hasPasskeys = passkeys === 'available' && browserHasPasskeys();
  const completeSignIn = useCompleteSignIn();
  if (step)
    return (
      <Frame title={t.secondFactor.title}>
        <SecondFactorStep
          authenticator={step.authenticator}
          passkey={step.passkey}
          passkeyProblem={passkeyProblem(passkeys, gateway.public_url)}
          onDone={(session) => completeSignIn(session, returnTo)}
        />
      </Frame>
    );
  return (
    <Frame title={t.signIn.title}>
      <div className="grid gap-4">
        {provider !== null && out && (
          <Notice tone="good">
            <Filled
              text={t.signIn.signedOut}
              parts={{
                link: (
                  <a className="text-accent underline" href="/console/session/oidc/sign-out">
                    {t.signIn.signOutOfProvider(provider)}
                  </a>
                ),
              }}
            />
          </Notice>
        )}
        {provider !== null && !password && ended && <Notice tone="wait">{t.signIn.ended}</Notice>}
        {provider !== null && (
          <ProviderButton name={provider} returnTo={returnTo} look={password ? 'secondary' : 'primary'} />
        )}
        {hasPasskeys && (
          <PasskeyButton
            purpose="sign_in"
            look="secondary"
            label={t.signIn.withPasskey}
            onDone={(session) => completeSignIn(session, returnTo)}
          />
        )}
        {(provider !== null || hasPasskeys) && password && (
          <p className="flex items-center gap-3 text-[0.8125rem] text-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
            {t.signIn.or}
          </p>
        )}
        {password && <PasswordSignIn ended={ended} onDone={(session) => completeSignIn(session, returnTo)} />}
      </div>
    </Frame>
  );
}
