import { inspect } from '../lib/source-rules.mjs';

// Checks imports, platform names, file lengths and paths of foreign machines. Needs no installation.
const { files, problems } = inspect();
for (const problem of problems) console.error(problem);
console.log(`${files} files, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
