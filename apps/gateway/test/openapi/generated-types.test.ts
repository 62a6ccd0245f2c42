import { expect, it } from 'vitest';
import { servedDocument } from './served.js';

it('no schema of the OpenAPI document has the name of a JavaScript global', async () => {
  const { document } = await servedDocument();
  const browser = new Set([
    'Event',
    'Error',
    'Request',
    'Response',
    'Headers',
    'File',
    'Blob',
    'Text',
    'Option',
    'Notification',
    'Document',
    'Node',
    'Location',
    'Storage',
    'Range',
    'Comment',
    'History',
    'Lock',
    'Cache',
    'Worker',
    'Client',
  ]);
  const names = Object.keys(document.components?.schemas ?? {});
  expect(names).toContain('ErrorBody');
  expect(names.filter((name) => name in globalThis || browser.has(name))).toEqual([]);
});

it('no request field of the OpenAPI document has a default, because generated types would require it', async () => {
  const { document } = await servedDocument();
  const schemas = document.components?.schemas ?? {};
  const defaults = Object.entries(schemas).flatMap(([name, schema]) =>
    Object.entries('properties' in schema ? (schema.properties ?? {}) : {})
      .filter(([, field]) => 'default' in field)
      .map(([field]) => `${name}.${field}`),
  );
  expect(defaults).toEqual([]);
  expect(JSON.stringify(schemas.NewPrompt)).toContain('Default: `3600`.');
});
