import type { Seen } from './seven-chats.js';

/** What people can read back of an action: its name, and its arguments with their exact values. */
export interface ReadBack {
  readonly name: string;
  readonly args: readonly (readonly [string, unknown])[];
  /** What is wrong with what the chat shows; empty: nothing. */
  readonly flaws: readonly string[];
}

const HEAD = /^The agent says(?: \(risk: (?:low|medium|high)\))?:$/;
/** Lines of the gateway below the action. */
const BELOW =
  /^(?:Requested by|Reply to this message, or write: ID:#\d+|Press one of|The action is too long for this chat\.|Digest: sha256:[0-9a-f]{64}$|\d+\. [✅⛔] )/;
const MARK = '(text of the agent) ';

/** Reads the messages of a question as a person does who trusts only the lines that stand outside of the agent's words. */
export function readQuestion(messages: readonly Seen[], count: number): ReadBack {
  const flaws: string[] = [];
  const lines = linesOf(messages, flaws);
  const [head = '', ...others] = lines;
  if (!HEAD.test(head)) flaws.push(`it begins with ${JSON.stringify(head)}`);
  const from = others.findIndex((line) => !line.startsWith('> '));
  return { ...readAction(others.slice(from), count, flaws), flaws };
}

/** Reads what `Show all` posted. */
export function readWhole(messages: readonly Seen[], num: number, count: number): ReadBack {
  const flaws: string[] = [];
  const [title, ...others] = linesOf(messages, flaws);
  if (title !== `Question #${num}`) flaws.push(`it begins with ${JSON.stringify(title)}`);
  return { ...readAction(others, count, flaws), flaws };
}

/** The lines of several messages; one that goes on in the next message is put together. */
function linesOf(messages: readonly Seen[], flaws: string[]): string[] {
  const lines: string[] = [];
  for (const [at, { text }] of messages.entries()) {
    const [first = '', ...others] = text.split('\n').filter((line) => line !== '');
    if (first.startsWith('… ') && at > 0) lines[lines.length - 1] += first.slice(2);
    else lines.push(first);
    for (const line of others) {
      // A section of a message of Slack that goes on in the middle of a line.
      if (line.startsWith('… ') && !/^… and \d+ more/.test(line)) lines[lines.length - 1] += line.slice(2);
      else lines.push(line);
    }
    if (formats(text)) flaws.push(`a mark of a platform is not an escape: ${text.slice(0, 200)}`);
  }
  return lines;
}

/** Whether a mark below the agent's words hides a part of the text, or draws another one. */
function formats(text: string): boolean {
  const below = text.split('\n').filter((line) => !line.startsWith('> '));
  const ours = below.join('\n');
  return /```|\]\(|<[@#:]|<t:|<users\/|<https?:[^>]*\|/.test(ours) || ours.split('||').length > 2;
}

function readAction([title, name = '', ...others]: readonly string[], count: number, flaws: string[]) {
  if (title !== 'What will be done:') flaws.push(`not ‘What will be done:’ but ${JSON.stringify(title)}`);
  if (!name.startsWith('Action: ')) flaws.push(`no name of the action: ${JSON.stringify(name)}`);
  for (const line of others.slice(count))
    if (!BELOW.test(line)) flaws.push(`a line that is not of the gateway: ${JSON.stringify(line.slice(0, 200))}`);
  return { name: String(valueOf(name.slice('Action: '.length), false)), args: others.slice(0, count).map(readLine) };
}

function readLine(line: string): readonly [string, unknown] {
  const plain = line.replaceAll(MARK, '');
  // Signs that the platform would take as formatting are escapes in names, too.
  const [quoted] = /^"(?:[^"\\]|\\.)*"(?=: )/.exec(plain) ?? [];
  const key = quoted ?? plain.slice(0, Math.max(0, plain.indexOf(': ')));
  return [
    quoted === undefined ? unescaped(key) : (JSON.parse(unescaped(quoted)) as string),
    valueOf(plain.slice(key.length + 2)),
  ];
}

/** Takes the escapes of the gateway back. */
export const unescaped = (text: string) =>
  text.replace(/\\\\|\\u\{([0-9a-f]+)\}/g, (all, digits: string | undefined) => {
    if (digits === undefined) return all;
    const character = String.fromCodePoint(Number.parseInt(digits, 16));
    return character < ' ' ? JSON.stringify(character).slice(1, -1) : character;
  });

/** The value that a text stands for: JSON, or else the text itself. `isAny`: also of other types than text. */
function valueOf(shown: string, isAny = true): unknown {
  const text = shown.replaceAll(MARK, '');
  // A text of digits is shown as a number is.
  if ((isAny && !/^-?\d+(?:\.\d+)?$/.test(text)) || text.startsWith('"'))
    try {
      return JSON.parse(unescaped(text));
    } catch {
      // It is a text that is not in quotes.
    }
  const controls: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };
  return text.replace(/\\(?:u\{([0-9a-f]+)\}|([nrt]))/g, (_all, digits: string | undefined, letter: string) =>
    digits === undefined ? (controls[letter] ?? '') : String.fromCodePoint(Number.parseInt(digits, 16)),
  );
}
