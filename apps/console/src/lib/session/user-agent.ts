import { t } from '../language/page-texts/texts.js';

/** Browser patterns. The order matters: most browsers also claim to be Chrome, and Chrome claims to be Safari. */
const browsers: Readonly<Record<string, RegExp>> = {
  Edge: /\bEdg(?:e|A|iOS)?\/(\d+)/,
  Opera: /\b(?:OPR|OPiOS|Opera)\/(\d+)/,
  'Samsung Internet': /\bSamsungBrowser\/(\d+)/,
  Vivaldi: /\bVivaldi\/(\d+)/,
  Firefox: /\b(?:Firefox|FxiOS)\/(\d+)/,
  Chrome: /\b(?:Chrome|HeadlessChrome|Chromium|CriOS)\/(\d+)/,
  Safari: /\bVersion\/(\d{1,5})[\d.]{0,20} (?:Mobile\/\w{1,20} )?Safari\//,
};

const systems: Readonly<Record<string, RegExp>> = {
  iPhone: /\biPhone\b/,
  iPad: /\biPad\b/,
  Android: /\bAndroid\b/,
  Windows: /\bWindows\b/,
  ChromeOS: /\bCrOS\b/,
  macOS: /\bMac OS X\b|\bMacintosh\b/,
  Linux: /\bLinux\b/,
};

/** "Firefox 128 on Windows"; the program's name when it is not a browser; "Unknown browser" when nothing is known. */
export function browserName(userAgent: string | null): string {
  if (userAgent === null || userAgent.trim() === '') return t.userAgent.unknown;
  const system = Object.entries(systems).find(([, pattern]) => pattern.test(userAgent))?.[0];
  const on = (browser: string) => (system === undefined ? browser : t.userAgent.browserOn(browser, system));
  for (const [name, pattern] of Object.entries(browsers)) {
    const version = pattern.exec(userAgent)?.[1];
    if (version !== undefined) return on(`${name} ${version}`);
  }
  const program = /^[\w.-]+(?=\/)/.exec(userAgent)?.[0];
  return program !== undefined && program !== 'Mozilla' ? program : on(t.userAgent.unknown);
}

/** Whether it is a phone or a tablet. */
export function isHandheld(userAgent: string | null): boolean {
  return /\b(?:iPhone|iPad|Android|Mobile)\b/.test(userAgent ?? '');
}
