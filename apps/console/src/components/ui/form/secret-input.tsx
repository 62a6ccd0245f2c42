import { Eye, EyeOff } from 'lucide-react';
import { useState, type InputHTMLAttributes, type Ref } from 'react';
import { IconButton } from '../button.js';
import { Input } from './field.js';
import { t } from '../texts.js';

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  /** Name of the secret for the show and hide button: "bot token". */
  readonly what: string;
  readonly ref?: Ref<HTMLInputElement>;
};

/** Not a login, so password managers must neither store it nor fill it in. */
const notALogin = { autoComplete: 'new-password', 'data-1p-ignore': true, 'data-lpignore': 'true' };

/** A field for a secret with a show button. Pass `autoComplete` when it is the operator's own password. */
export function SecretInput({ what, ...rest }: Props) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="relative">
      <Input
        spellCheck={false}
        autoCapitalize="none"
        {...(rest.autoComplete === undefined && notALogin)}
        {...rest}
        type={shown ? 'text' : 'password'}
        className="!pr-10 font-mono"
      />
      <span className="absolute inset-y-0 right-1 grid place-content-center">
        <IconButton
          label={shown ? t.secret.hide(what) : t.secret.show(what)}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon className="size-4" aria-hidden />
        </IconButton>
      </span>
    </div>
  );
}
