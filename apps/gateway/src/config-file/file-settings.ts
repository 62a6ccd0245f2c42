import { similarNames } from '../http/errors/similar-names.js';
import { settings } from '../settings/settings.js';
import type { Report } from './schema.js';

/** Settings that find the installation itself. Secret settings cannot be in a file either. */
const fromEnvironment = new Set(['CONFIG_FILE', 'DATA_DIR', 'NEW_DATABASE']);
const endpoint = /^PLATFORM_[A-Z0-9]+_[A-Z0-9_]+_URL$/;

/** The texts of the settings in a file, as an environment has them. */
export function fileSettings(given: unknown, report: Report): Record<string, string> {
  if (given === undefined || given === null) return {};
  if (typeof given !== 'object' || Array.isArray(given)) {
    report(['settings'], 'must be names with values, such as LOG_LEVEL: debug');
    return {};
  }
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    const path = ['settings', name];
    const setting = Object.hasOwn(settings, name) ? settings[name as keyof typeof settings] : null;
    const known = endpoint.test(name) ? settings.PLATFORM__URL : name === 'PLATFORM__URL' ? null : setting;
    if (known === null) {
      const [similar] = similarNames(name, Object.keys(settings));
      report(path, `is unknown${similar === undefined ? '' : ` (did you mean ${similar}?)`}`);
    } else if (known.secret || fromEnvironment.has(name)) {
      report(path, `cannot be set in the file: set it in the environment${known.secret ? `, or by ${name}_FILE` : ''}`);
    } else {
      const parts = Array.isArray(value) ? (value as unknown[]) : [value];
      const isText = parts.every((part) => ['string', 'number', 'boolean'].includes(typeof part));
      const text = parts.join(',');
      if (isText && known.parse(text) !== undefined) texts[name] = text;
      else report(path, `must be ${known.allowed}`);
    }
  }
  return texts;
}
