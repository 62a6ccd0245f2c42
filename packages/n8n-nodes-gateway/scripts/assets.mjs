// Compiles the nodes and puts beside them what n8n reads there: the icons, and the categories of each node.
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const own = fileURLToPath(new URL('..', import.meta.url));
rmSync(join(own, 'dist'), { recursive: true, force: true });
rmSync(join(own, '.tsbuildinfo'), { force: true });
execFileSync(process.execPath, [join(own, '../../node_modules/typescript/bin/tsc'), '-b'], { cwd: own });
for (const file of ['icons', 'nodes/Gateway/Gateway.node.json', 'nodes/GatewayTrigger/GatewayTrigger.node.json'])
  cpSync(join(own, file), join(own, 'dist', file), { recursive: true });
