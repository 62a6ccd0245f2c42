/** What is asked about an adapter. */
export interface Answers {
  /** Of the platform, as in `gatewayPlatform.id`. */
  readonly id: string;
  /** Of the platform, as operators read it. */
  readonly name: string;
  readonly events: Events;
  readonly choices: Choices;
}

/** `stream`: events and calls are on one socket, and there is no HTTP API. */
type Events = 'webhook' | 'poll' | 'socket' | 'stream';
type Choices = 'buttons' | 'replies';

/** A question about an adapter: the option, what it means, and its values where there are few. */
export interface Field {
  readonly name: keyof Answers;
  readonly title: string;
  readonly values?: readonly string[];
  /** What is wrong with a value; null: nothing. */
  readonly problem: (value: string) => string | null;
}

const matches = (pattern: RegExp, rule: string) => (value: string) => (pattern.test(value) ? null : rule);
const oneOf = (values: readonly string[]) => ({
  values,
  problem: (value: string) => (values.includes(value) ? null : `must be one of: ${values.join(', ')}`),
});

/** All questions, in the order in which they are asked. */
export const fields: readonly Field[] = [
  {
    name: 'id',
    title: 'Id of the platform, such as mychat',
    problem: matches(/^[a-z][a-z0-9]{1,31}$/, 'must be 2 to 32 lower-case letters and digits, and begin with a letter'),
  },
  {
    name: 'name',
    title: 'Name of the platform, such as My Chat',
    // The name stands in code, JSON, Markdown and SVG.
    problem: matches(
      /^[\p{L}\p{N}][\p{L}\p{N} .+()!-]{0,39}$/u,
      'must be at most 40 letters, digits, spaces and . + ( ) ! -',
    ),
  },
  {
    name: 'events',
    title: 'How events arrive: at a webhook, by a poll, on a WebSocket, or in a stream of a protocol other than HTTP',
    ...oneOf(['webhook', 'poll', 'socket', 'stream'] satisfies Events[]),
  },
  {
    name: 'choices',
    title: 'How people choose: by buttons, or by replies with a number',
    ...oneOf(['buttons', 'replies'] satisfies Choices[]),
  },
];
