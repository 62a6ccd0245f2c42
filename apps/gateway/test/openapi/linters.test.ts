import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { expect, it } from 'vitest';
import { servedDocument } from './served.js';

it(
  'the OpenAPI document has no error and no warning by the recommended rules of Redocly',
  { tags: ['slow'] },
  async () => {
    const { text } = await servedDocument();
    const problems = await lintFromString({ source: text, config: await createConfig({ extends: ['recommended'] }) });
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  },
);

it(
  'the OpenAPI document has no error and no warning by the OpenAPI rules of Spectral',
  { tags: ['slow'] },
  async () => {
    const { document } = await servedDocument();
    const linter = new spectral.Spectral();
    // A self-hosted service has no contact that the document could name.
    const rules = { 'info-contact': 'off' } as const;
    linter.setRuleset({ extends: rulesets.oas as spectral.RulesetDefinition, rules });
    const problems = await linter.run({ ...document });
    expect(problems.map(({ code, path }) => `${code}: ${path.join('/')}`)).toEqual([]);
  },
);
