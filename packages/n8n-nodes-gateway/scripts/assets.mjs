// Compiles the nodes and puts beside them what n8n reads there: the icons, and the categories of each node.
import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const own = fileURLToPath(new URL('..', import.meta.url));
execFileSync(process.execPath, [join(own, '../../node_modules/typescript/bin/tsc'), '-b'], { cwd: own });
for (const file of ['icons', 'nodes/Gateway/Gateway.node.json', 'nodes/GatewayTrigger/GatewayTrigger.node.json'])
  cpSync(join(own, file), join(own, 'dist', file), { recursive: true });
