import { defineConfig } from 'vitest/config';

// The conformance suite has time limits of its own. These are for a simulator that does not answer.
export default defineConfig({ test: { include: ['test/**/*.test.ts'], testTimeout: 30_000, hookTimeout: 30_000 } });
