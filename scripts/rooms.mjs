import './commands/dependency-rules.mjs';
