/** What is called otherwise with a gateway than with a fake. */
export interface Names {
  readonly channel: string;
  readonly talk: string;
  readonly callback: string;
  /** A word that no other scenario has. */
  readonly scenario: string;
  /** The id of the person on the platform. */
  readonly person: string;
  /** That of the person in the MESSAGE channel. */
  readonly writer: string;
  /** The number of questions before the scenario. */
  readonly before: number;
  /** Milliseconds since 1970. */
  readonly start: number;
}

export const namesOfFake: Omit<Names, 'start'> = {
  channel: 'approvals-of-fake',
  talk: 'talk-of-fake',
  callback: 'http://agent.test/answers',
  scenario: 'run-of-fake',
  person: 'person-7',
  writer: 'person-8',
  before: 0,
};

/** A path or a body of a scenario, with the names in place of `$channel` and the like. */
export function withNames<Value>(value: Value, names: Names): Value {
  const named = JSON.stringify(value).replaceAll(
    /\$(channel|talk|callback|scenario)/g,
    (_, name: 'channel' | 'talk' | 'callback' | 'scenario') => names[name],
  );
  const number = /(?<=\/v1\/prompts\/(?:%23)?)\d{1,4}(?!\d)/g;
  return JSON.parse(named.replaceAll(number, (num) => String(names.before + Number(num)))) as Value;
}

/** A value of a reply without what differs in every run: ids and the names of chats. Times are seconds of the scenario. */
export function comparable(value: unknown, names: Names, field = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => comparable(each, names));
  if (typeof value === 'number') return field === 'prompt_num' ? value - names.before : value;
  if (typeof value === 'string') return comparableText(value, names, field);
  if (typeof value !== 'object' || value === null) return value;
  // The message is rewritten some time after the answer.
  const fields = Object.entries(value).filter(([name]) => name !== 'closed_at');
  return Object.fromEntries(fields.map(([name, inner]) => [name, comparable(inner, names, name)]));
}

/** Ids that every gateway makes itself. */
const ownIds = new Set(['id', 'message_id', 'platform_message_id', 'event_id', 'batch_id', 'chat_id', 'platform']);

function comparableText(text: string, names: Names, field: string): string {
  // A person's own chat has the id of the person.
  if (text === names.person && field !== 'chat_id') return 'the person';
  if (text === names.writer && field !== 'chat_id') return 'the writer';
  if (ownIds.has(field) && !text.startsWith('#')) return `some ${field}`;
  const plain = (['channel', 'talk', 'callback', 'scenario'] as const).reduce(
    (from, name) => from.replaceAll(names[name], `$${name}`),
    text,
  );
  const number = /(?<=#|^\/v1\/prompts\/)[1-9]\d{0,3}(?!\d)/g;
  return plain
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) => `second ${(Date.parse(time) - names.start) / 1000}`)
    .replaceAll(number, (num) => String(Number(num) > names.before ? Number(num) - names.before : num));
}
