import { styleText } from 'node:util';

const isColoured = process.stdout.isTTY && !process.env['NO_COLOR'];

type Style = Parameters<typeof styleText>[0];

const styled = (style: Style) => (text: string) => (isColoured ? styleText(style, text) : text);
export const bold = styled('bold');
export const faint = styled('dim');
export const accent = styled('cyan');

/** Writes lines to the terminal, indented by `indent` spaces. */
export function say(text = '', indent = 0): void {
  const margin = ' '.repeat(indent);
  const lines = text.split('\n').map((line) => (line === '' ? '' : margin + line));
  process.stdout.write(`${lines.join('\n')}\n`);
}

export function heading(text: string): void {
  say(`\n${bold(text)}\n`);
}

/** A message as a chat shows it: the text, then one line per button, numbered from 1. */
export function bubble(text: string, buttons: readonly string[]): string {
  const numbered = buttons.map((label, index) => `${index + 1}  ${label}`);
  const lines = [...text.split('\n'), ...(numbered.length > 0 ? ['', ...numbered] : [])];
  return lines.map((line) => `${faint('│')} ${line}`.trimEnd()).join('\n');
}
