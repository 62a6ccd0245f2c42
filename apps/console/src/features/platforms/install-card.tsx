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
          <CodeBlock
            label="How to add an adapter"
            text={
              'npm install --prefix ../adapters gateway-platform-example\nPLATFORM_PACKAGES=../adapters/node_modules/gateway-platform-example npm start'
            }
          />
        </div>
        <p className="text-soft">
          <code>PLATFORM_PACKAGES</code> is a comma-separated list of folders and of packages installed in the gateway’s
          folder. An adapter runs with the permissions of the gateway, so install only adapters that you trust. See{' '}
          <code>docs/adapters.md</code> for how to write one.
        </p>
      </div>
    </Card>
  );
}
