import { Switch } from '../../components/ui/form/switch.js';
import { useSession } from '../../lib/session/session.js';
import { t } from './texts.js';

interface Props {
  readonly checked: boolean;
  readonly error: string | undefined;
  readonly onChange: (checked: boolean) => void;
}

/** Whether prompts and callbacks have a link to the console. It can be turned on only with a public URL. */
export function PromptLinksField({ checked, error, onChange }: Props) {
  const { gateway } = useSession();
  const hasAddress = gateway.public_url !== null;
  return (
    <div className="grid gap-1">
      <Switch
        label={t.promptLinks.label}
        help={hasAddress ? t.promptLinks.help : t.promptLinks.needsUrl}
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
