import { expect } from 'vitest';
import { ConfigError, parseConfig } from '../../src/settings/config.js';

/** The sentence with which these settings stop the start. Throws when they are accepted. */
export function refusal(env: Record<string, string>): string {
  try {
    parseConfig(env);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  throw new Error(`Accepted: ${JSON.stringify(env)}`);
}
