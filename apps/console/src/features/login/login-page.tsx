import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Notice } from '../../components/ui/states.js';
import { browserHasPasskeys, passkeyProblem } from '../../lib/passkeys.js';
import { sessionQuery } from '../../lib/session.js';
import { useCompleteSignIn } from './complete-sign-in.js';
import { Frame } from './frame.js';
import { PasskeyButton } from './passkey-button.js';
import { PasswordSignIn } from './password-sign-in.js';
import { ProviderButton } from './provider-button.js';
import { SecondFactorStep } from './second-factor-step.js';

const route = getRouteApi('/login');

export function LoginPage() {
  const { returnTo, ended = false, out = false } = route.useSearch();
  const { second_factor: step, gateway } = useSuspenseQuery(sessionQuery).data;
  const { password, provider, passkeys } = gateway.sign_in;
  const hasPasskeys = passkeys === 'available' && browserHasPasskeys();
  const completeSignIn = useCompleteSignIn();
  if (step)
    return (
      <Frame title="Second factor">
        <SecondFactorStep
          authenticator={step.authenticator}
          passkey={step.passkey}
          passkeyProblem={passkeyProblem(passkeys, gateway.public_url)}
          onDone={(session) => completeSignIn(session, returnTo)}
        />
      </Frame>
    );
  return (
    <Frame title="Sign in">
      <div className="grid gap-4">
        {provider !== null && out && (
          <Notice tone="good">
            You are signed out of the gateway.{' '}
            <a className="text-accent underline" href="/console/session/oidc/sign-out">
              Sign out of {provider} as well
            </a>
            .
          </Notice>
        )}
        {provider !== null && !password && ended && (
          <Notice tone="wait">Your session has ended. Sign in to continue.</Notice>
        )}
        {provider !== null && (
          <ProviderButton name={provider} returnTo={returnTo} look={password ? 'secondary' : 'primary'} />
        )}
        {hasPasskeys && (
          <PasskeyButton
            purpose="sign_in"
            look="secondary"
            label="Sign in with a passkey"
            onDone={(session) => completeSignIn(session, returnTo)}
          />
        )}
        {(provider !== null || hasPasskeys) && password && (
          <p className="flex items-center gap-3 text-[0.8125rem] text-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
            or
          </p>
        )}
        {password && <PasswordSignIn ended={ended} onDone={(session) => completeSignIn(session, returnTo)} />}
      </div>
    </Frame>
  );
}
