/**
 * Words and phrases that the project does not use, with what to write instead. docs/style.md has the rules. A pattern is matched as
 * whole words, in any case.
 * @type {readonly (readonly [pattern: string, instead: string])[]}
 */
export const wordList = [
  // Literary words.
  ['whoever', 'the person who, the caller that'],
  ['whosoever', 'the person who'],
  ['whatever', 'any, everything that'],
  ['nobody', 'no one, or name what is missing'],
  ['everybody', 'all callers, all readers'],
  ['anew', 'again'],
  ['of late', 'recently'],
  ['so long as', 'while'],
  ['all the same', 'nevertheless, or leave it out'],
  ['lest', 'so that … not'],
  ['beside it', 'next to it'],
  ['thereof', 'its'],
  ['at hand', 'available'],
  ['in vain', 'without success'],
  ['mended?', 'fix'],
  ['mends', 'fixes'],
  ['fares', 'its health, its state'],
  ['in arrears', 'backlog, overdue'],
  ['arrears', 'backlog'],
  // One word per thing.
  ['twins', 'duplicate channels'],
  ['strangers?', 'unknown account, unknown caller'],
  ['surroundings', 'deps'],
  ['patience', 'timeout, max wait'],
  ['teller', 'stream event writer'],
  ['heard chats', 'recent chats'],
  ['given up', 'dead'],
  // A repeat that gets the stored reply is `replayed`.
  ['replays?', 'retry'],
  ['furniture', 'seed data'],
  ['town', 'load scenario'],
  ['deeds?', 'interaction'],
  ['guessers?', 'client address'],
  ['unkept', 'not stored'],
  ['lent database', 'test database'],
  ['lend(?:s|ing)?', 'acquire'],
  ['giv(?:e|es|en|ing) back', 'release'],
  ['stand-ins?', 'simulator'],
  ['the rooms?', 'package'],
  ['house rules?', 'dependency rules, rules'],
];

/**
 * Places where a listed word is right. `path` is the beginning of a path, `text` a part of the line; both must fit.
 * @type {readonly { path?: string, text?: string, reason: string }[]}
 */
export const allowList = [
  { path: 'scripts/lib/word-list.mjs', reason: 'the list itself' },
  { path: 'scripts/test/words.test.mjs', reason: 'tests of the check' },
  { path: 'docs/style.md', reason: 'shows the words not to use' },
  { path: 'CHANGELOG.md', reason: 'names what earlier versions called things' },
  { path: 'packages/store/src/migrations/', reason: 'an applied migration never changes' },
  { path: 'packages/store/prisma/migrations/', reason: 'an applied migration never changes' },
  { text: 'dempotent-replayed', reason: 'the name of a header' },
  { text: 'dempotent-Replayed', reason: 'the name of a header' },
  { text: 'it may be a replay', reason: 'the term of the field: a replay attack' },
  { text: 'may be replayed', reason: 'the term of the field: a replay attack' },
  { text: 'replay attack', reason: 'the term of the field' },
  { text: '/v1/rules/replay', reason: 'the path that the interface gives' },
  { text: "'nobody'", reason: 'an id in a test' },
  { text: 'nobody@', reason: 'a user in an address of a test' },
  { text: '151 nobody', reason: 'an invalid phone number in a test' },
];
