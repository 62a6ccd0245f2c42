import { Card } from '../../components/ui/card.js';
import { CodeBlock } from '../../components/ui/copy.js';

/** How a platform gets here that is not. */
export function InstallCard() {
  return (
    <Card
      title="Add another platform"
      help="An adapter is a package of its own. The gateway loads those that it is told of."
    >
      <div className="grid gap-4 text-sm">
        <div className="grid gap-1.5">
          <p>Install the adapter in a folder beside the gateway’s own, and name it at the next start:</p>
          <CodeBlock
            label="How to add an adapter"
            text={
              'npm install --prefix ../adapters gateway-platform-example\nPLATFORM_PACKAGES=../adapters/node_modules/gateway-platform-example npm start'
            }
          />
        </div>
        <p className="text-soft">
          <code>PLATFORM_PACKAGES</code> takes several, separated by commas: folders, and names of packages that the
          gateway’s own folder has. An adapter runs with the rights of the gateway: install only what you trust. Writing
          one is described in <code>docs/adapters.md</code>.
        </p>
      </div>
    </Card>
  );
}
