import { KeyRound } from 'lucide-react';
import { buttonLook, type ButtonLook } from '../../components/ui/button.js';
import { t } from './texts.js';

interface Props {
  /** The name of the OpenID provider. */
  readonly name: string;
  readonly look: ButtonLook;
  /** The page of the console to open afterwards. */
  readonly returnTo?: string | undefined;
}

/** Opens the OpenID provider, which sends the browser back. */
export function ProviderButton({ name, look, returnTo = '/' }: Props) {
  return (
    <a
      className={buttonLook(look)}
      href={`/console/session/oidc/start?${new URLSearchParams({ returnTo }).toString()}`}
    >
      <KeyRound className="size-4" aria-hidden />
      {t.signIn.withProvider(name)}
    </a>
  );
}
