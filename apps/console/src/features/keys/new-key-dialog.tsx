import { Snippets } from '../../components/snippets.js';
import { Button } from '../../components/ui/button.js';
import { Copyable } from '../../components/ui/copy.js';
import { Dialog } from '../../components/ui/dialog.js';
import { Notice } from '../../components/ui/states.js';
import type { CreatedKey } from './tasks.js';

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
      title={rolled ? `New key for ${created.name}` : `Key for ${created.name}`}
    >
      <div className="grid gap-5">
        <Notice tone="wait">Store the key now. It is shown only once and cannot be recovered.</Notice>
        <Copyable text={created.key} label="Copy the key" />
        {canAsk && (
          <section className="grid gap-2">
            <h3 className="text-sm font-semibold">Send a first prompt</h3>
            <Snippets apiKey={created.key} />
          </section>
        )}
        <div className="flex justify-end">
          <Button look="primary" onClick={onDone}>
            Done
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
