import { Snippets } from '../../components/snippets.js';
import { Button } from '../../components/ui/button.js';
import { Copyable } from '../../components/ui/copy.js';
import { Dialog } from '../../components/ui/dialog.js';
import { Notice } from '../../components/ui/notice.js';
import type { CreatedKey } from './tasks.js';
import { t } from './texts.js';

interface Props {
  readonly created: CreatedKey;
  /** The key replaces an older one. */
  readonly rolled: boolean;
  readonly onDone: () => void;
}

/** Shows a new key once. Only its button closes the dialog. */
export function NewKeyDialog({ created, rolled, onDone }: Props) {
  const canAsk = created.scopes.includes('admin') || created.scopes.includes('prompts:write');
  return (
    <Dialog
      open
      wide
      dismissible={false}
      onClose={() => undefined}
      title={(rolled ? t.created.rotated : t.created.title)(created.name)}
    >
      <div className="grid gap-5">
        <Notice tone="wait">{t.created.store}</Notice>
        <Copyable text={created.key} label={t.created.copy} />
        {canAsk && (
          <section className="grid gap-2">
            <h3 className="text-sm font-semibold">{t.created.firstPrompt}</h3>
            <Snippets apiKey={created.key} />
          </section>
        )}
        <div className="flex justify-end">
          <Button look="primary" onClick={onDone}>
            {t.created.done}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
