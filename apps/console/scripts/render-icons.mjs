import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

// Draws the icons and the picture of link previews from public/icon.svg. Run it when the mark changes; the pictures are in git.
// Needs Chromium: CHROMIUM_PATH, or /usr/bin/chromium.

const output = fileURLToPath(new URL('../public/', import.meta.url));
const font = new URL(
  'files/atkinson-hyperlegible-next-latin-wght-normal.woff2',
  pathToFileURL(fileURLToPath(import.meta.resolve('@fontsource-variable/atkinson-hyperlegible-next'))),
);

const tile = readFileSync(join(output, 'icon.svg'), 'utf8');
const mark = tile.replace(/<rect[^>]*>/, '');
const [accent, ink] = ['#d3f24b', '#12161b'];

const sized = (svg, size) => svg.replace('<svg ', `<svg width="${size}" height="${size}" `);
const centred = (svg, size, colour) =>
  `<div style="height:100%;display:grid;place-content:center;background:${colour}">${sized(svg, size)}</div>`;

const pictures = [
  { name: 'icon-192.png', width: 192, html: sized(tile, 192) },
  { name: 'icon-512.png', width: 512, html: sized(tile, 512) },
  // Systems cut these two into a shape of their own; only the middle 80 % of a maskable icon is sure to remain.
  { name: 'icon-maskable-512.png', width: 512, html: centred(mark, 400, accent) },
  { name: 'apple-touch-icon.png', width: 180, html: centred(mark, 168, accent) },
  // Android draws the badge of a notification from its transparency alone.
  { name: 'badge.png', width: 96, html: centred(mark.replaceAll(ink, '#fff'), 128, 'transparent') },
  { name: 'social.png', width: 1200, height: 630, html: socialPreview() },
];

function socialPreview() {
  return `<style>@font-face { font-family: Own; font-weight: 200 800; src: url(${font}); }</style>
    <div style="height:100%;background:${ink};color:#e9edf0;font-family:Own;position:relative;overflow:hidden">
      <svg viewBox="0 0 100 100" width="560" height="560" style="position:absolute;right:20px;bottom:0" fill="none">
        <path d="M8 100V62a42 42 0 0 1 84 0v38" stroke="#1c222a" stroke-width="8"/>
        <path d="M24 100V62a26 26 0 0 1 52 0v38" stroke="${accent}" stroke-width="10"/>
        <circle cx="50" cy="88" r="11" fill="${accent}"/>
      </svg>
      <div style="position:absolute;left:80px;top:76px;display:flex;gap:22px;align-items:center;font-size:46px;font-weight:700">
        ${sized(tile, 72)} Gateway
      </div>
      <div style="position:absolute;left:80px;bottom:84px;width:600px;font-size:64px;line-height:1.1;font-weight:700;letter-spacing:-0.02em">
        Agents ask.<br>People answer.<br><span style="color:${accent}">Exactly once.</span>
      </div>
    </div>`;
}

const folder = mkdtempSync(join(tmpdir(), 'icons-'));
for (const { name, width, height = width, html } of pictures) {
  const page = join(folder, 'page.html');
  writeFileSync(
    page,
    `<!doctype html><style>html, body { margin: 0; height: 100% } svg { display: block }</style>${html}`,
  );
  execFileSync(
    process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    [
      '--headless',
      '--no-sandbox',
      '--hide-scrollbars',
      '--allow-file-access-from-files',
      '--default-background-color=00000000',
      '--virtual-time-budget=2000',
      `--window-size=${width},${height}`,
      `--screenshot=${join(output, name)}`,
      pathToFileURL(page).href,
    ],
    { stdio: 'ignore' },
  );
  console.log(name);
}
rmSync(folder, { recursive: true });
