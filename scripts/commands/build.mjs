import { prepare } from '../lib/prepare.mjs';
import { main } from '../lib/run.mjs';

await main(() => prepare());
