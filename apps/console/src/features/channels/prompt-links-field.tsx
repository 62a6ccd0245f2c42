import { Switch } from '../../../components/ui/switch.js';
import { useSession } from '../../../lib/session.js';

interface Props {
  readonly checked: boolean;
  readonly error: string | undefined;
  readonly onChange: (checked: boolean) => void;
}

/** Whether questions and callbacks have a link to the prompt. It can be turned on only with a public address. */
export function PromptLinksField({ checked, error, onChange }: Props) {
  const { gateway } = useSession();
  const hasAddress = gateway.public_url !== null;
  return (
    <div className="grid gap-1">
      <Switch
        label="Links to the console"
        help={
          hasAddress
            ? 'Questions end with a link to the prompt in the console, and callbacks contain it.'
            : 'Questions can end with a link to the prompt when PUBLIC_WEBHOOK_URL is set.'
        }
        checked={checked}
        disabled={!hasAddress && !checked}
        onChange={onChange}
      />
      {error !== undefined && (
        <p role="alert" className="text-[0.8125rem] text-bad">
          {error}
        </p>
      )}
    </div>
  );
}
