/** Browser patterns. The order matters: most browsers also claim to be Chrome, and Chrome claims to be Safari. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\/(\d+)/, 'Edge'],
  [/\b(?:OPR|OPiOS|Opera)\/(\d+)/, 'Opera'],
  [/\bSamsungBrowser\/(\d+)/, 'Samsung Internet'],
  [/\bVivaldi\/(\d+)/, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/\b(?:Chrome|HeadlessChrome|Chromium|CriOS)\/(\d+)/, 'Chrome'],
  [/\bVersion\/(\d{1,5})[\d.]{0,20} (?:Mobile\/\w{1,20} )?Safari\//, 'Safari'],
];

const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** "Firefox 128 on Windows"; the program's name when it is not a browser; "Unknown browser" when nothing is known. */
export function browserName(userAgent: string | null): string {
  if (userAgent === null || userAgent.trim() === '') return 'Unknown browser';
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1];
  for (const [pattern, name] of browsers) {
    const version = pattern.exec(userAgent)?.[1];
    if (version === undefined) continue;
    return system === undefined ? `${name} ${version}` : `${name} ${version} on ${system}`;
  }
  const program = /^[\w.-]+(?=\/)/.exec(userAgent)?.[0];
  if (program !== undefined && program !== 'Mozilla') return program;
  return system === undefined ? 'Unknown browser' : `Unknown browser on ${system}`;
}

/** Whether it is a phone or a tablet. */
export function isHandheld(userAgent: string | null): boolean {
  return /\b(?:iPhone|iPad|Android|Mobile)\b/.test(userAgent ?? '');
}
