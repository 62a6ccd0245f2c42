import { Snippets } from '../../components/snippets.js';
import { Button } from '../../components/ui/button.js';
import { Copyable } from '../../components/ui/copy.js';
import { Dialog } from '../../components/ui/dialog.js';
import { Notice } from '../../components/ui/states.js';
import type { CreatedKey } from './tasks.js';

interface Props {
  readonly created: CreatedKey;
  /** It replaces another. */
  readonly rolled: boolean;
  readonly onDone: () => void;
}

/** The one time that a key is seen: only its own button closes this. */
export function NewKeyDialog({ created, rolled, onDone }: Props) {
  const asks = created.scopes.includes('admin') || created.scopes.includes('prompts:write');
  return (
    <Dialog
      open
      wide
      dismissible={false}
      onClose={() => undefined}
      title={rolled ? `The new key of ${created.name}` : `The key of ${created.name}`}
    >
      <div className="grid gap-5">
        <Notice tone="wait">
          Store it now: it is shown this once, and nobody can read it again, not even the gateway.
        </Notice>
        <Copyable text={created.key} label="Copy the key" />
        {asks && (
          <section className="grid gap-2">
            <h3 className="text-sm font-semibold">Ask the first question with it</h3>
            <Snippets apiKey={created.key} />
          </section>
        )}
        <div className="flex justify-end">
          <Button look="primary" onClick={onDone}>
            I have stored it
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
