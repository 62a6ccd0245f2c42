import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { root } from '../lib/workspace.mjs';

/**
 * A version of a package: its package.json, and a stream of its tarball.
 * @typedef {{ manifest: { name: string, version: string }, tarball: () => import('node:stream').Readable }} Version
 */

const store = join(root, 'node_modules/.pnpm');

/**
 * A package registry on this machine. It has the given tarballs, and every package that is installed in this repository, so that
 * `npm install` needs no network.
 * @param {readonly string[]} tarballs
 * @param {string} folder where it keeps copies
 */
export async function startLocalRegistry(tarballs, folder) {
  const own = tarballs.map(packedVersion);
  /** @type {(name: string) => Version[]} */
  const versionsOf = (name) => {
    const found = own.filter(({ manifest }) => manifest.name === name);
    return found.length > 0 ? found : installedVersions(name, folder);
  };
  const server = createServer((request, response) => {
    const [name = '', version] = decodeURIComponent(request.url ?? '')
      .slice(1)
      .split('/-/');
    const versions = versionsOf(name);
    if (version === undefined) return void response.end(JSON.stringify(description(name, versions, url)));
    const found = versions.find(({ manifest }) => manifest.version === version);
    if (found) found.tarball().pipe(response);
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`;
  return {
    url,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/**
 * @param {string} name
 * @param {readonly Version[]} versions
 * @param {string} url
 */
function description(name, versions, url) {
  const described = versions.map(({ manifest }) => [
    manifest.version,
    { ...manifest, dist: { tarball: `${url}/${name}/-/${manifest.version}` } },
  ]);
  return { name, 'dist-tags': { latest: described.at(-1)?.[0] }, versions: Object.fromEntries(described) };
}

/**
 * @param {string} file
 * @returns {Version}
 */
function packedVersion(file) {
  const text = execFileSync('tar', ['-xzOf', file, 'package/package.json'], { encoding: 'utf8' });
  return { manifest: JSON.parse(text), tarball: () => createReadStream(file) };
}

/**
 * @param {string} name
 * @param {string} copies
 * @returns {Version[]}
 */
function installedVersions(name, copies) {
  const prefix = `${name.replace('/', '+')}@`;
  const folders = readdirSync(store)
    .filter((folder) => folder.startsWith(prefix))
    .map((folder) => join(store, folder, 'node_modules', name))
    .filter((folder) => existsSync(join(folder, 'package.json')));
  return folders.map((folder) => {
    const {
      scripts: _scripts,
      devDependencies: _development,
      ...manifest
    } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const tarball = () => {
      // Equal files of an installation are hard links, which npm does not extract.
      const copy = join(copies, `${name.replace('/', '+')}@${manifest.version}`);
      cpSync(folder, join(copy, 'package'), { recursive: true });
      return spawn('tar', ['-c', '-C', copy, 'package'], { stdio: ['ignore', 'pipe', 'ignore'] }).stdout;
    };
    return { manifest, tarball };
  });
}
