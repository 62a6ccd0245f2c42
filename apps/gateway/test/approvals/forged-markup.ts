import type { Forged } from './forged-questions.js';

const harm = 'rm -rf /srv/data';

/** Marks by which platforms format a text, mention people or hide a part. */
const marks = [
  ['*', '*'],
  ['_', '_'],
  ['`', '`'],
  ['```', '```'],
  ['~~~', '~~~'],
  ['||', '||'],
  ['[ok](https://example.com/?', ')'],
  ['<b>', '</b>'],
  ['<!-- ', ' -->'],
  ['<!channel> ', '<@U1>'],
  ['<users/all> ', '<https://example.com|ok>'],
  ['<t:0:R>', '<#1>'],
  ['@everyone ', '<:ok:1>'],
  ['| a | b |\n|---|---|\n| ', ' |'],
  ['# ', '\n-# small'],
  ['$$', '$$'],
  ['~', '~'],
  ['~~', '~~'],
  ['__', '__'],
  ['**', '**'],
  ['*_~`', '`~_*'],
  ['>>> ', ''],
  ['- ', '\n- '],
  [':x:', ':white_check_mark:'],
  ['{{DATE(2017-02-14T06:00:00Z,SHORT)}}', ''],
  ['\\', '\\*'],
] as const;
export const formatted = marks.flatMap(([open, close]): Forged[] => [
  {
    what: `${open} in the text and the last argument`,
    text: `Go? ${open}`,
    action: { name: 'run', summary: open, args: { cmd: harm, last: `${close} ok` } },
  },
  {
    what: `${open} around an argument`,
    text: `${open}Go?${close}`,
    action: {
      name: `${open}run${close}`,
      args: { [open]: 1, cmd: `${open}${harm}${close}`, [`${close}x`]: [open, close] },
    },
  },
]);

/** Arguments whose light marks a client would leave out, so that people would read other bytes. */
const light: readonly (readonly [string, Record<string, unknown>])[] = [
  ['two globs', { cmd: 'rm *.log *.tmp' }],
  ['a pair in words', { cmd: 'echo a*b*c a_b_c a~b~c _x_ *y* ~z~' }],
  ['snake case', { _private_: 1, max_open_per_key: 3, __init__: 'a__b__c', _x: '_' }],
  ['a pair over two arguments', { a: 'x*', b: '*y', c: '_z', d: 'w_', e: '~u', f: 'v~' }],
  ['backticks', { cmd: 'echo `rm -rf /` ``x`` `', b: '`' }],
  ['backslashes', { a: String.raw`\*x\*`, b: String.raw`\\server\share`, c: '\\_a\\_ \\', d: String.raw`"\*"` }],
  ['a backslash before an escape', { a: String.raw`\*a* \u{002a}`, b: '\\`x`' }],
  ['marks in JSON', { plan: ['*a*', { _b_: '`c`' }, String.raw`\~d~`] }],
  ['addresses with marks', { url: 'https://e.example/_a_/*b*/~c~?d=`', two: '<https://e.example/_x_>' }],
  ['emoji by name', { cmd: 'a:x:b :+1: 10:20:30 :100: ::' }],
  ['entries of a list', { '7. limit': 1, '1. limit': 2, '- x': 3 }],
  ['headings', { cmd: '# x\n## y\n-# z\n> q\n>>> r', '# a': 1, '>>> b': 2 }],
  ['a shrug', { cmd: String.raw`¯\_(ツ)_/¯` }],
];
export const lightly = light.flatMap(([what, args]): Forged[] => [
  { what, text: 'Go?', action: { name: 'run', args } },
  {
    what: `${what}, below words with marks`,
    text: 'Go? *a _b ~c `d ```e ||f',
    action: { name: '*run*_all_', summary: '`*_~', args: { ...args, last: 'x* x_ x~ x`' } },
  },
]);
