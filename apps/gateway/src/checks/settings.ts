import { isLoopback } from '../network/addresses.js';
import { ok, warning, type Check } from './check.js';

const name = 'settings';

/** Names in the environment that are almost those of settings, and settings that do not fit together. */
export const settingNames: Check = {
  name,
  timeoutMs: 5000,
  async run({ config, platforms }) {
    const results = config.misspelled.map(({ given, meant }) =>
      warning(name, `${given} is set, but there is no such setting.`, `Did you mean ${meant}?`),
    );
    for (const setting of config.endpoints.keys()) {
      const id = (/^PLATFORM_([A-Z0-9]+)_/.exec(setting)?.[1] ?? '').toLowerCase();
      if (!platforms.ids.includes(id))
        results.push(
          warning(
            name,
            `${setting} is set, but there is no platform ${id}.`,
            `Platforms: ${platforms.ids.join(', ')}.`,
          ),
        );
    }
    if (!config.useAuth && !isLoopback(config.host))
      results.push(
        warning(name, `The API needs no key, and HOST is ${config.host}.`, 'Set USE_AUTH=true and GATEWAY_API_KEY.'),
      );
    return results.length > 0 ? results : [ok(name, 'All settings are valid.')];
  },
};
