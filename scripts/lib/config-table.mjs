import { between, markdownTable } from './markdown.mjs';

const markers = {
  begin: '<!-- configuration: written by `node scripts/cli.mjs tables` -->',
  end: '<!-- end of configuration -->',
};

const mainMarkers = {
  begin: '<!-- main settings: written by `node scripts/cli.mjs tables` -->',
  end: '<!-- end of main settings -->',
};

/** The settings in the README: those that an installation needs first. */
export const mainSettings = [
  'PORT',
  'HOST',
  'USE_AUTH',
  'GATEWAY_API_KEY',
  'DATABASE_URL',
  'DATA_DIR',
  'ENCRYPTION_KEY',
  'CALLBACK_SIGNING_SECRET',
  'PUBLIC_WEBHOOK_URL',
  'OUTBOUND_ALLOWED_HOSTS',
];

/**
 * @typedef {{ title?: string, effect: string, fallback: string, allowed: string, secret?: boolean }} Setting
 */

/**
 * The settings as a Markdown table.
 * @param {Readonly<Record<string, Setting>>} settings by name
 * @returns {string}
 */
export function configTable(settings) {
  const rows = Object.entries(settings).map(([name, { title, effect, fallback, allowed, secret }]) => [
    `\`${title ?? name}\`${secret ? ` or \`${name}_FILE\`` : ''}`,
    `${effect} Allowed: ${allowed}.`,
    code(fallback),
  ]);
  return markdownTable([['Setting', 'Effect', 'When unset'], ...rows]);
}

/**
 * The main settings as a Markdown table, for the README.
 * @param {Readonly<Record<string, Setting>>} settings by name
 * @returns {string}
 */
export function mainConfigTable(settings) {
  const rows = mainSettings.map((name) => {
    const declared = settings[name];
    if (declared === undefined) throw new Error(`There is no setting ${name}.`);
    return [`\`${name}\``, declared.effect, code(declared.fallback)];
  });
  return markdownTable([['Setting', 'Effect', 'When unset'], ...rows]);
}

/**
 * The README with the table of the main settings between its two markers. Throws when they are missing.
 * @param {string} text
 * @param {string} table
 */
export function withMainConfigTable(text, table) {
  return between(text, mainMarkers, table);
}

/**
 * A text with the table between its two markers. Throws when they are missing.
 * @param {string} text
 * @param {string} table
 */
export function withConfigTable(text, table) {
  return between(text, markers, table);
}

/**
 * Values are set apart from words.
 * @param {string} fallback
 */
function code(fallback) {
  return /^(?:[\d.,/]\S*|false|true|info)$/.test(fallback) ? `\`${fallback}\`` : fallback;
}
