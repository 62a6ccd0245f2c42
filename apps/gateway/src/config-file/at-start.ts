import type { Logger } from 'pino';
import type { Config } from '../settings/config.js';
import { applyFile } from './apply.js';
import type { Target } from './target.js';

/** Applies the file that `CONFIG_FILE` names, before the gateway serves. Throws `ConfigError` when it has mistakes. */
export async function applyAtStart(
  { configFile }: Pick<Config, 'configFile'>,
  target: Target,
  log: Logger,
): Promise<void> {
  if (configFile === null) return;
  const { file, changes, notes } = await applyFile(configFile, target);
  for (const { action, kind, id } of changes)
    log.info({ file, action, resource_kind: kind, resource_id: id }, 'The configuration file changed a record');
  for (const note of notes) log.warn({ file }, note);
  log.info({ file, changes: changes.length }, 'The configuration file is applied');
}
