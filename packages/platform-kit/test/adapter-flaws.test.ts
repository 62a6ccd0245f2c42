import { expect, it } from 'vitest';
import { z } from 'zod';
import { adapterFlaws } from '../src/index.js';
import { faultyAdapter } from './faulty-adapter.js';

const { platform } = faultyAdapter('none');
const packageJson = {
  type: 'module',
  license: 'MIT',
  gatewayPlatform: { apiVersion: 1, id: 'faulty', name: 'Faulty' },
  keywords: ['gateway-platform'],
  files: ['dist'],
  peerDependencies: { '@gateway/platform-kit': '^1.0.0' },
};

it('finds nothing wrong with a complete adapter', async () => {
  expect(await adapterFlaws(platform, packageJson)).toEqual([]);
});

it('names all that operators would miss at once', async () => {
  const flawed = {
    ...platform,
    icon: 'icon.png',
    guide: async () => 'Short.',
    endpoints: { api: { default: 'irc.example.org', help: 'The server.' } },
    target: { ...platform.target, help: '' },
    credentials: z.object({ token: z.string().meta({ title: 'Token' }) }),
  };
  expect(await adapterFlaws(flawed)).toEqual([
    'icon: must be an SVG document that begins with <svg',
    'guide: has 6 characters, which is too short to say how to set the platform up',
    'endpoints.api.default: must be an address with https, http or wss',
    'target.help: is empty, and operators read there how to find the value',
    'credentials.token: has no help',
    'credentials: no field is marked secret, so all of them would be shown',
  ]);
});

it('names a guide that cannot be read instead of rejecting', async () => {
  const flawed = { ...platform, guide: async () => Promise.reject(new Error('ENOENT')) };
  expect(await adapterFlaws(flawed)).toEqual(['guide: cannot be read']);
});

it('names what the gateway refuses and what the package lacks together', async () => {
  const flawed = { ...platform, apiVersion: 2, name: '' };
  expect(await adapterFlaws(flawed, { gatewayPlatform: { id: 'other' } })).toEqual([
    'apiVersion: must be 1',
    expect.stringMatching(/^name: /),
    'package.json: gatewayPlatform.apiVersion: must be 1',
    'package.json: gatewayPlatform.id: must be "faulty", as in the manifest',
    'package.json: gatewayPlatform.name: is missing',
    'package.json: type: must be "module"',
    'package.json: keywords: must have "gateway-platform", by which people find adapters',
    'package.json: files: is missing, so tests and settings would be published, too',
    'package.json: peerDependencies: must have @gateway/platform-kit',
    'package.json: license: is missing',
  ]);
  expect(await adapterFlaws(undefined, undefined)).toEqual([
    'the default export must be the manifest (definePlatform)',
  ]);
});
