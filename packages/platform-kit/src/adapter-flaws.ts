import { z } from 'zod';
import { manifestFlaws } from './manifest-flaws.js';
import { PLATFORM_API_VERSION, type Platform } from './platform.js';

const MIN_GUIDE_LENGTH = 500;

/**
 * All flaws of an adapter that can be seen without a connection: those of `manifestFlaws`, with which the gateway refuses it, and what
 * operators would miss, such as a guide, a `help` or a field marked `secret`. With `packageJson`, also what the package lacks. One
 * sentence each, such as `credentials.token: has no help`; empty when there are none.
 */
export async function adapterFlaws(manifest: unknown, packageJson?: unknown): Promise<string[]> {
  const flaws = manifestFlaws(manifest);
  const platform = (manifest ?? {}) as Platform;
  return [
    ...flaws,
    ...(flaws.length === 0 ? await presentationFlaws(platform) : []),
    ...(packageJson === undefined ? [] : packageFlaws(packageJson, platform)),
  ];
}

async function presentationFlaws({ icon, guide, endpoints, credentials, target }: Platform): Promise<string[]> {
  const flaws: string[] = [];
  if (!/^<svg[\s>]/.test(icon)) flaws.push('icon: must be an SVG document that begins with <svg');
  const text = await guide().catch(() => null);
  if (typeof text !== 'string') flaws.push('guide: cannot be read');
  else if (text.length <= MIN_GUIDE_LENGTH)
    flaws.push(`guide: has ${text.length} characters, which is too short to say how to set the platform up`);
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const protocol = URL.canParse(endpoint.default) ? new URL(endpoint.default).protocol : '';
    if (!/^(?:https?|wss):$/.test(protocol))
      flaws.push(`endpoints.${name}.default: must be an address with https, http or wss`);
  }
  if (target.help === '') flaws.push('target.help: is empty, and operators read there how to find the value');
  const fields = fieldsOf(credentials);
  if (fields === null) return [...flaws, 'credentials: must be a zod 4 object'];
  for (const [name, { title, help }] of fields) {
    if (!title) flaws.push(`credentials.${name}: has no title`);
    if (!help) flaws.push(`credentials.${name}: has no help`);
  }
  if (!fields.some(([, { secret }]) => secret === true))
    flaws.push('credentials: no field is marked secret, so all of them would be shown');
  return flaws;
}

type Field = [name: string, about: { secret?: boolean; title?: string; help?: string }];

function fieldsOf(credentials: Platform['credentials']): Field[] | null {
  try {
    return Object.entries(z.toJSONSchema(credentials, { io: 'input' }).properties ?? {}) as Field[];
  } catch {
    return null;
  }
}

/** What the gateway, npm and the console read of package.json. */
function packageFlaws(given: unknown, { id }: Platform): string[] {
  const { type, gatewayPlatform, keywords, files, peerDependencies, license } = (given ?? {}) as Record<
    string,
    unknown
  >;
  const declared = (gatewayPlatform ?? {}) as Record<string, unknown>;
  const flaws: [boolean, string][] = [
    [declared['apiVersion'] === PLATFORM_API_VERSION, `gatewayPlatform.apiVersion: must be ${PLATFORM_API_VERSION}`],
    [declared['id'] === id, `gatewayPlatform.id: must be "${id}", as in the manifest`],
    [typeof declared['name'] === 'string', 'gatewayPlatform.name: is missing'],
    [type === 'module', 'type: must be "module"'],
    [includes(keywords, 'gateway-platform'), 'keywords: must have "gateway-platform", by which people find adapters'],
    [Array.isArray(files), 'files: is missing, so tests and settings would be published, too'],
    [
      typeof (peerDependencies as Record<string, unknown> | undefined)?.['@gateway/platform-kit'] === 'string',
      'peerDependencies: must have @gateway/platform-kit',
    ],
    [typeof license === 'string', 'license: is missing'],
  ];
  return flaws.flatMap(([holds, flaw]) => (holds ? [] : `package.json: ${flaw}`));
}

const includes = (list: unknown, entry: string) => Array.isArray(list) && list.includes(entry);
