import { between, markdownTable } from './markdown.mjs';

const markers = {
  begin: '<!-- platforms: written by `node scripts/cli.mjs tables` -->',
  end: '<!-- end of platforms -->',
};

/**
 * What the table needs of an adapter: its manifest, and the ways of receiving in which the suite holds it to its promises.
 * @typedef {{ folder: string, name: string, modes: readonly string[], capabilities: {
 *   webhook: string, stream: string, buttons: { max: number, labelLength: number }, text: { max: number },
 *   media: { url: boolean, bytes: boolean }, edit: string, threads: boolean, replyWindow?: number, directSend?: boolean, windowTemplate?: boolean, deliveryReports?: boolean } }} Adapter
 */

/**
 * The platforms and what each can do.
 * @param {readonly Adapter[]} adapters
 */
export function platformTable(adapters) {
  const head = [
    'Platform',
    'Public address',
    'Buttons',
    'Label in full',
    'One message',
    'Attachments',
    'Closed by',
    'Threads',
    'Writes when',
    'Reports delivery',
    'Tested by',
  ];
  const rows = adapters.map(({ folder, name, modes, capabilities: can }) => [
    `[${name}](${folder}/README.md)`,
    can.webhook === 'required' ? 'needed' : can.stream === 'none' ? 'needed' : 'not needed',
    String(can.buttons.max),
    `${can.buttons.labelLength} characters`,
    `${can.text.max} characters`,
    attachments(can.media),
    can.edit === 'none' ? 'a confirmation' : 'rewriting the message',
    can.threads ? 'yes' : 'no',
    can.replyWindow === undefined ? 'always' : `${can.replyWindow / 3_600_000} h after the person wrote${later(can)}`,
    can.deliveryReports ? 'yes' : 'no',
    modes.join(', '),
  ]);
  return markdownTable([head, ...rows]);
}

/** @param {{ url: boolean, bytes: boolean }} media */
function attachments({ url, bytes }) {
  if (bytes) return url ? 'address, file' : 'file';
  return url ? 'address, hosted file' : 'as a link';
}

/**
 * @param {string} text
 * @param {string} table
 */
export function withPlatformTable(text, table) {
  return between(text, markers, table);
}

/**
 * The ways of receiving in which an adapter's test runs the conformance suite.
 * @param {string} test the text of its test/conformance.test.ts
 * @returns {string[]}
 */
export function conformanceModes(test) {
  const [, modes = ''] = /modes:\s*\[([^\]]*)\]/.exec(test) ?? [];
  return [...modes.matchAll(/'(\w+)'/g)].map(([, mode = '']) => mode);
}

/**
 * What is possible after the reply window.
 * @param {{ directSend?: boolean, windowTemplate?: boolean }} can
 */
function later({ directSend, windowTemplate }) {
  if (directSend) return ', later if chosen';
  return windowTemplate ? ', later by a template' : '';
}
