import { Eye, EyeOff } from 'lucide-react';
import { useState, type InputHTMLAttributes, type Ref } from 'react';
import { IconButton } from './button.js';
import { Input } from './field.js';

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  /** What is hidden, for the button that shows it: "bot token". */
  readonly what: string;
  readonly ref?: Ref<HTMLInputElement>;
};

/** No login of this person: nothing for the browser to remember or to fill in. */
const forgotten = { autoComplete: 'new-password', 'data-1p-ignore': true, 'data-lpignore': 'true' };

/** A secret that is typed in: hidden unless its owner wants to see it. A password of one's own says so by `autoComplete`. */
export function SecretInput({ what, ...rest }: Props) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="relative">
      <Input
        spellCheck={false}
        autoCapitalize="none"
        {...(rest.autoComplete === undefined && forgotten)}
        {...rest}
        type={shown ? 'text' : 'password'}
        className="!pr-10 font-mono"
      />
      <span className="absolute inset-y-0 right-1 grid place-content-center">
        <IconButton label={`${shown ? 'Hide' : 'Show'} ${what}`} aria-pressed={shown} onClick={() => setShown(!shown)}>
          <Icon className="size-4" aria-hidden />
        </IconButton>
      </span>
    </div>
  );
}
