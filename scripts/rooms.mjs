import { inspect } from './lib/rooms.mjs';

const { files, problems } = inspect();
for (const problem of problems) console.error(problem);
console.log(`${files} files, ${problems.length} against the rules`);
process.exitCode = problems.length > 0 ? 1 : 0;
