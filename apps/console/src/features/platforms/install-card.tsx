import { installAdapterLines } from '@gateway/contract';
import { Card } from '../../components/ui/card.js';
import { CodeBlock } from '../../components/ui/copy.js';

/** How to install another adapter. */
export function InstallCard() {
  return (
    <Card
      title="Add another platform"
      help="An adapter is a separate package. The gateway loads the configured adapters at startup."
    >
      <div className="grid gap-4 text-sm">
        <div className="grid gap-1.5">
          <p>Install the adapter in a folder outside the gateway, and configure it for the next start:</p>
          <CodeBlock label="How to add an adapter" text={installAdapterLines} />
        </div>
        <p className="text-soft">
          Instead of a package name, <code>npm install</code> takes a folder (<code>./my-adapter</code>) or a packed
          package (<code>./my-adapter-1.0.0.tgz</code>). An adapter runs with the permissions of the gateway, so install
          only adapters that you trust. See <code>docs/adapters.md</code> for how to write one.
        </p>
      </div>
    </Card>
  );
}
