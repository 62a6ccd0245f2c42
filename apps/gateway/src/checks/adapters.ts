import { notLoaded } from '@gateway/core';
import { adapterFlaws } from '@gateway/platform-kit';
import { each, failed, ok, skipped, warning, type Check } from './check.js';

const name = 'adapters';

/** The adapters that `PLATFORM_PACKAGES` names, and those that channels need. */
export const adapters: Check = {
  name,
  timeoutMs: 5000,
  async run({ config, platforms, channels }) {
    const needed = new Set((await channels()).map(({ platform }) => platform));
    const missing = [...needed].filter(
      (id) => !platforms.ids.includes(id) && !platforms.broken.some((one) => one.id === id),
    );
    const problems = [
      ...platforms.broken.map(({ package: from, problem }) =>
        failed(`adapter ${from}`, problem, 'Repair or remove it, and restart the gateway.'),
      ),
      ...missing.map((id) =>
        failed(
          `adapter of ${id}`,
          `Channels use it. ${notLoaded(platforms, id)}`,
          'Install it, or delete the channels.',
        ),
      ),
    ];
    if (problems.length > 0) return problems;
    if (config.platformPackages.length === 0) return [skipped(name, 'PLATFORM_PACKAGES names no additional adapters.')];
    const flawed = await each(platforms.ids, 4, async (id) => ({
      id,
      flaws: await adapterFlaws(await platforms.load(id)),
    }));
    const warnings = flawed.flatMap(({ id, flaws }) =>
      flaws.length === 0
        ? []
        : warning(`adapter of ${id}`, `It works, with flaws: ${flaws.join('; ')}.`, 'Tell its authors.'),
    );
    return warnings.length > 0 ? warnings : [ok(name, 'All additional adapters are loaded.')];
  },
};
