/** A setting, or a configuration file, with which the service cannot start. The message names what is wrong and the fix. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
