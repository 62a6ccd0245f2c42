/** @module-tag slow */
import { fileURLToPath } from 'node:url';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import parser from '@typescript-eslint/parser';
import { ESLint, type Linter } from 'eslint';
import { expect, it } from 'vitest';

const own = fileURLToPath(new URL('../../packages/n8n-nodes-gateway/', import.meta.url));

// These want addresses that the project does not have yet: of the author, of a home page, of the published documentation.
const needsAnAddress = ['valid-author', 'require-homepage'];
const off = Object.fromEntries(needsAnAddress.map((rule) => [`@n8n/community-nodes/${rule}`, 'off'] as const));

it('n8n-nodes-gateway is clean by the rules of n8n for community nodes', async () => {
  const config = {
    ...(n8nCommunityNodesPlugin.configs.recommended as unknown as Linter.Config),
    files: ['**/*.ts', 'package.json'],
    languageOptions: { parser, parserOptions: { extraFileExtensions: ['.json'] } },
  };
  const eslint = new ESLint({ cwd: own, overrideConfigFile: true, overrideConfig: [config, { rules: off }] });
  const results = await eslint.lintFiles(['package.json', 'credentials/**/*.ts', 'nodes/**/*.ts', 'transport/**/*.ts']);
  expect(results.length).toBeGreaterThan(8);
  const found = results.flatMap(({ filePath, messages }) =>
    messages.map(({ line, ruleId, message }) => `${filePath.slice(own.length)}:${line} ${ruleId} ${message}`),
  );
  expect(found).toEqual([]);
});
