import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** Source of an adapter for a platform called Matrix that accepts everything. */
export const manifest = (id: string) => `
const text = { parse: (given) => given, safeParse: (given) => ({ success: true, data: given }), shape: { token: {} } };
export default {
  apiVersion: 1, id: ${JSON.stringify(id)}, name: 'Matrix', icon: '<svg/>', credentials: text,
  target: { title: 'Room', placeholder: '!room:server', help: 'A room id' },
  capabilities: { webhook: 'none', stream: 'none', buttons: { max: 5, labelLength: 20, dataBytes: 64 }, text: { max: 500 },
    media: { url: false, bytes: false }, edit: 'none', threads: false, ackWithin: 1000 },
  endpoints: {}, guide: async () => 'How to set it up', account: ({ token }) => 'account of ' + token.length,
  connect: async () => {
    const posted = () => ({ messageId: 'm1', messageIds: ['m1'], ref: null });
    return { probe: async () => ({ ok: true, account: null, target: null, problems: [] }), sendMessage: async () => posted(),
      sendPrompt: async (question) => { globalThis.lastQuestion = question; return posted(); }, close: async () => {} };
  },
};`;

/** A folder with an adapter package. It is removed after the test. */
export async function adapterFolder(declared: object, source = manifest('matrix')): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'adapter-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(folder, { recursive: true });
  await writeFile(
    path.join(folder, 'package.json'),
    JSON.stringify({ name: 'an-adapter', type: 'module', main: 'index.js', ...declared }),
  );
  await writeFile(path.join(folder, 'index.js'), source);
  return folder;
}

/** A package in `node_modules` of a new folder, as `npm install --prefix` makes it. Returns the new folder, which is removed after the test. */
export async function installed(name: string, given: object, source = manifest('matrix')): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), 'adapters-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const folder = path.join(root, 'node_modules', name);
  await mkdir(folder, { recursive: true });
  await writeFile(
    path.join(folder, 'package.json'),
    JSON.stringify({ name, type: 'module', main: 'index.js', ...given }),
  );
  await writeFile(path.join(folder, 'index.js'), source);
  await writeFile(path.join(root, 'package.json'), JSON.stringify({ dependencies: { [name]: '1.0.0' } }));
  return root;
}

/** The declaration in its package.json. */
export const declared = { gatewayPlatform: { apiVersion: 1, id: 'matrix', name: 'Matrix' } };
