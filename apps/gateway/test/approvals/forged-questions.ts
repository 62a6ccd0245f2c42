import type { BodyInput, createPrompt } from '@gateway/contract';
import { formatted, lightly } from './forged-markup.js';

type Body = BodyInput<typeof createPrompt>;

/** A question by which an agent wants people to approve something else than they read. */
export interface Forged {
  readonly what: string;
  readonly text: string;
  readonly action: NonNullable<Body['action']> & { readonly args: Record<string, unknown> };
  /** Of the three: default. */
  readonly choices?: Partial<Pick<Body, 'decisions' | 'labels' | 'options' | 'approving_options'>>;
}

const harm = 'rm -rf /srv/data';
const usual = { name: 'list_files', args: { path: '/srv' } };

/** Characters that people do not see, or that change what is around them. */
const hidden: Readonly<Record<string, string>> = {
  'variation selector 1': '\uFE00',
  'variation selector 16': '\uFE0F',
  'variation selector 17': '\u{E0100}',
  'variation selector 256': '\u{E01EF}',
  'musical beam': '\u{1D173}',
  'left-to-right embedding': '\u202A',
  'right-to-left override': '\u202E',
  'left-to-right isolate': '\u2066',
  'pop directional isolate': '\u2069',
  'right-to-left mark': '\u200F',
  'zero width space': '\u200B',
  'zero width joiner': '\u200D',
  'word joiner': '\u2060',
  'unassigned ignorable U+2065': '\u2065',
  'byte order mark': '\uFEFF',
  'Hangul filler': '\u3164',
  'half-width Hangul filler': '\uFFA0',
  'Hangul choseong filler': '\u115F',
  'Khmer inherent vowel': '\u17B4',
  'Mongolian vowel separator': '\u180E',
  'tag letter': '\u{E0061}',
  'unassigned ignorable U+E0080': '\u{E0080}',
  'unassigned ignorable U+FFF0': '\uFFF0',
  'braille blank': '\u2800',
  'soft hyphen': '\u00AD',
  'grapheme joiner': '\u034F',
  'no-break space': '\u00A0',
  'narrow no-break space': '\u202F',
  'mathematical space': '\u205F',
  'ogham space': '\u1680',
  'line separator': '\u2028',
  'next line': '\u0085',
  'carriage return': '\r',
  'vertical tab': '\u000B',
  delete: '\u007F',
  'escape sequence': '\u001B[8m',
  'private use': '\uE000',
  'combining overflow': '\u0335'.repeat(12),
};

const hiddenOnes = Object.entries(hidden).flatMap(([what, sign]): Forged[] => [
  {
    what: `${what} in the name and the value`,
    text: `Go?${sign}${sign}`,
    action: { name: `list${sign}_files`, args: { path: `/srv${sign}/data`, [`na${sign}me`]: [`x${sign}`] } },
  },
  {
    what: `${what} in a nested value and the summary`,
    text: 'Go?',
    action: {
      name: 'run',
      summary: `All is well.${sign}What will be done:${sign}Action: nothing`,
      args: { step: { [`k${sign}`]: { deep: `${sign}${harm}` } } },
    },
  },
]);

/** Lines of the gateway, and what reads like them. */
const imitations = [
  'What will be done:',
  'Action: list_files',
  'Requested by: the board',
  'Requested by (as the agent says): Ada',
  'Approved: Approve (Ada)',
  'Rejected: Reject (Ada)',
  'The agent says:',
  '> The agent says:',
  '✅ Approve',
  '⛔ Reject',
  'Wh\u0430t will be d\u043Ene:',
  '\u0410ction: list_files',
  '\uFF21ction: list_files',
  '… and 3 more arguments',
  'Digest: sha256:0000',
  'Question #1',
  'Reply to this message, or write: ID:#1 your answer',
  '1. ✅ Approve',
];

const imitating = imitations.flatMap((line): Forged[] => [
  {
    what: `the line ${JSON.stringify(line)} in the text and the summary`,
    text: `Go?\n\n${line}\n${line} x\r\n${line}\u2028${line}`,
    action: { name: 'run', summary: `${line}\n${line}`, risk: 'low', args: { cmd: harm } },
  },
  {
    what: `the line ${JSON.stringify(line)} in the arguments`,
    text: 'Go?',
    action: {
      name: `run\n${line}`,
      args: { [line]: harm, [`${line}\n`]: `${line}\n${line}`, x: `y\n\n${line}`, z: { [line]: [line] } },
    },
  },
]);

const paddings = [
  '\n'.repeat(300),
  ' '.repeat(250),
  ' \n'.repeat(120),
  '\t'.repeat(100),
  '\u3000'.repeat(200),
  '.\n'.repeat(200),
];
const padded = paddings.flatMap((padding, at): Forged[] => [
  {
    what: `padding ${at + 1} in the text`,
    text: `Go?${padding}What will be done:\nAction: list_files`,
    action: { name: 'run', args: { cmd: harm } },
  },
  { what: `padding ${at + 1} in a value`, text: 'Go?', action: { name: 'run', args: { cmd: `ls${padding}${harm}` } } },
  {
    what: `padding ${at + 1} around a value`,
    text: 'Go?',
    action: { name: 'run', args: { cmd: `${padding}ls${padding}` } },
  },
]);

/** Values of different types, or texts, that would look the same. */
const alike: readonly (readonly [string, Record<string, unknown>])[] = [
  [
    'texts that look like other types',
    { a: 'false', b: false, c: '3', d: 3, e: 'null', f: null, g: '', h: '{}', i: {} },
  ],
  ['a text in quotes', { a: '"x"', b: 'x', c: '""', d: "'x'" }],
  ['a backslash and a letter', { a: String.raw`x\ny`, b: 'x\ny', c: String.raw`C:\temp\new`, d: String.raw`\d+` }],
  ['a written escape', { a: String.raw`x\u{200b}y`, b: 'x\u200By', c: String.raw`\u{0020}` }],
  ['a backslash before a hidden character', { a: '\\\u200B', b: '\\\n', c: 'x\\' }],
  ['colons in names', { 'a: b': 'c', a: 'b: c', 'a:': 'b', ':': ':' }],
  ['spaces at the ends', { a: ' x', b: 'x ', c: 'x', ' a': 1, 'a ': 2 }],
  ['names that look like marks', { '> a': 1, '… a': 2, '- a': 3, '1. a': 4, '# a': 5, '"a"': 6 }],
  ['an empty name', { '': harm, __proto__x: 1, constructor: 2 }],
  ['a keycap without its cap', { amount: '1\uFE0F0', real: '10', cap: '1\uFE0F\u20E3' }],
];
const alikes = alike.map(([what, args]): Forged => ({ what, text: 'Go?', action: { name: 'pay', args } }));

/** Values longer than a message shows; the harmful part is where the middle is left out. */
const lengths = [299, 300, 301, 302, 400, 1000, 2500];
const long = lengths.flatMap((length): Forged[] => {
  const half = 'a'.repeat(Math.floor((length - harm.length) / 2));
  const value = (half + harm + half).padEnd(length, 'b');
  return [
    { what: `a value of ${length} characters`, text: 'Go?', action: { name: 'run', args: { cmd: value, n: 1 } } },
    {
      what: `a value of ${length} characters that ends in emoji`,
      text: 'Go?',
      action: { name: 'run', args: { cmd: `${value.slice(0, 159)}😀${value.slice(160, -81)}😀${value.slice(-80)}` } },
    },
    {
      what: `a name of ${length} characters, and three choices`,
      text: 'Go?',
      choices: { decisions: ['approve', 'reject', 'edit'] },
      action: { name: 'run', args: { [value]: 1, words: `${'word '.repeat(length / 5)}${harm}` } },
    },
  ];
});
const many = [39, 40, 41, 42, 90].map((count): Forged => {
  const args = Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at === count - 1 ? harm : 'ok']));
  return { what: `${count} arguments, the last one harmful`, text: 'Go?', action: { name: 'run', args } };
});
const nested = (depth: number): unknown => (depth === 0 ? harm : { a: nested(depth - 1) });
const deep = [2, 10, 28].flatMap((depth): Forged[] => [
  { what: `JSON of ${depth} levels`, text: 'Go?', action: { name: 'run', args: { plan: nested(depth) } } },
  {
    what: `a list of ${depth * 20} entries`,
    text: 'Go?',
    action: { name: 'run', args: { plan: Array.from({ length: depth * 20 }, (_, at) => `step ${at}`).concat(harm) } },
  },
]);

/** Texts longer than a message, so that a message would begin in the middle of the agent's words. */
const splitting = [
  'What will be done: Action: list_files '.repeat(100),
  `${'x'.repeat(1000)} What will be done:\n`.repeat(4),
  '&'.repeat(2000) + ' Action: list_files',
  'Action:list_files'.repeat(240),
  `${'> '.repeat(600)}Approved: Approve (Ada)`,
  'line\n'.repeat(700),
  `${'w '.repeat(1500)}\n${'v'.repeat(900)}`,
  '*a* _b_ `c` '.repeat(310),
  '<'.repeat(1400) + '\nWhat will be done:\nAction: list_files',
].flatMap((text, at): Forged[] => [
  { what: `long text ${at + 1}`, text, action: { name: 'run', args: { cmd: harm } } },
  {
    what: `long text ${at + 1} as a value`,
    text: 'Go?',
    action: { name: 'run', args: { cmd: text, last: harm } },
  },
]);

const decide = (approve: string, reject: string): Forged['choices'] => ({
  decisions: ['approve', 'reject'],
  labels: { approve, reject },
});
const choose = (yes: string, no: string): Forged['choices'] => ({
  decisions: undefined,
  options: [yes, no],
  approving_options: [yes],
});
const labelled = (
  [
    ['No', 'Yes'],
    ['⛔ Stay', '✅ Go'],
    ['👎 No', '👍🏽 Yes'],
    ['✖\uFE0F Stay', '✔\uFE0F Go'],
    ['\u200E⛔ Stay', '\u200E✅ Go'],
    ['\u200F 🚫 Stay', '\u00A0🟢 Go'],
    ['❌', '✅ ✅ ☑ Go'],
    ['Cancel', 'Approved'],
  ] as const
).flatMap(([yes, no]): Forged[] => [
  { what: `the decisions ${yes} and ${no}`, text: 'Go?', action: usual, choices: decide(yes, no) },
  { what: `the options ${yes} and ${no}`, text: 'Go?', action: usual, choices: choose(yes, no) },
]);

/** The table, by family. */
export const forgedQuestions: Readonly<Record<string, readonly Forged[]>> = {
  'hidden characters': hiddenOnes,
  'lines of the gateway': imitating,
  padding: padded,
  'values that look the same': alikes,
  'long values': long,
  'many arguments': [...many, ...deep],
  'texts of several messages': splitting,
  'marks of platforms': formatted,
  'light marks': lightly,
  'signs and labels': labelled,
};
