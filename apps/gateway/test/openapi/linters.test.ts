import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { expect, it } from 'vitest';
import { servedDocument } from './served.js';

it(
  'the OpenAPI document has no error by the recommended rules of Redocly',
  { tags: ['slow'], timeout: 60_000 },
  async () => {
    const { text } = await servedDocument();
    const problems = await lintFromString({ source: text, config: await createConfig({ extends: ['recommended'] }) });
    expect(
      problems.filter(({ severity }) => severity === 'error').map(({ ruleId, message }) => `${ruleId}: ${message}`),
    ).toEqual([]);
  },
);

it(
  'the OpenAPI document has no error by the OpenAPI rules of Spectral',
  { tags: ['slow'], timeout: 60_000 },
  async () => {
    const { document } = await servedDocument();
    const linter = new spectral.Spectral();
    linter.setRuleset({ extends: rulesets.oas as spectral.RulesetDefinition });
    const problems = await linter.run({ ...document });
    // 0 is an error, 1 a warning.
    expect(
      problems
        .filter(({ severity }: { severity: number }) => severity === 0)
        .map(({ code, path }) => `${code}: ${path.join('/')}`),
    ).toEqual([]);
  },
);
