import type { Issue } from './refusal.js';

/** The rules of the contract for request bodies, as far as an agent can break them. */

type Path = Issue['path'];
type Report = (path: Path, message: string, code?: string) => void;
type Check = (value: unknown, path: Path, report: Report) => void;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const length = (text: string) => [...text].length;
const folded = (label: string) => label.normalize('NFKC').replace(/\s+/g, ' ').trim();

function nameOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'number') return Number.isInteger(value) ? 'a number' : 'a fraction';
  return { string: 'a string', boolean: 'true or false', object: 'an object' }[typeof value as string] ?? typeof value;
}

const typed =
  (type: string, isType: (value: unknown) => boolean, then: Check = () => {}): Check =>
  (value, path, report) => {
    if (value === undefined) report(path, 'is required', 'invalid_type');
    else if (isType(value)) then(value, path, report);
    else report(path, `must be ${type}, not ${nameOf(value)}`, 'invalid_type');
  };
const optional =
  (check: Check): Check =>
  (value, path, report) =>
    value == null || check(value, path, report);

const text = (max: number, min = 0, then: Check = () => {}) =>
  typed(
    'a string',
    (value) => typeof value === 'string',
    (value, path, report) => {
      if (min > 0 && value === '') report(path, 'must not be empty', 'too_small');
      else if (length(value as string) > max) report(path, `must be at most ${max} characters`, 'too_big');
      else then(value, path, report);
    },
  );
const notBlank: Check = (value, path, report) => (value as string).trim() !== '' || report(path, 'must not be blank');
const flag = typed('true or false', (value) => typeof value === 'boolean');
const whole = (min: number, max: number, tooBig = `must be at most ${max}`): Check =>
  typed(
    'a number',
    (value) => typeof value === 'number',
    (value, path, report) => {
      const number = value as number;
      if (!Number.isInteger(number)) report(path, 'must be a whole number, not a fraction', 'invalid_type');
      else if (number < min) report(path, `must be at least ${min}`, 'too_small');
      else if (number > max) report(path, tooBig, 'too_big');
    },
  );
const oneOf =
  (...values: string[]): Check =>
  (value, path, report) =>
    values.includes(value as string) || report(path, `must be one of ${values.join(', ')}`, 'invalid_value');
const address = text(2048, 1, (value, path, report) => {
  const given = value as string;
  if (!/^https?:\/\//i.test(given) || !URL.canParse(given)) report(path, 'must be an http:// or https:// URL');
});
const id = text(64, 1, (value, path, report) => {
  if (!/^[A-Za-z0-9._-]+$/.test(value as string)) report(path, 'must contain only A-Z a-z 0-9 . _ -', 'invalid_format');
});
const listOf = (item: Check, most: number, least = 0, wrongType?: string): Check => {
  const checkItems: Check = (value, path, report) => {
    const items = value as unknown[];
    items.forEach((each, index) => item(each, [...path, index], report));
    if (items.length > most) report(path, `must have at most ${most} items`, 'too_big');
    if (items.length < least) report(path, `must have at least ${least} item`, 'too_small');
  };
  return (value, path, report) => {
    if (Array.isArray(value)) checkItems(value, path, report);
    else report(path, wrongType ?? `must be a list, not ${nameOf(value)}`, 'invalid_type');
  };
};
const fields = (known: Readonly<Record<string, Check>>) =>
  typed('an object', isObject, (value, path, report) => {
    const given = value as Record<string, unknown>;
    for (const [name, check] of Object.entries(known)) check(given[name], [...path, name], report);
    for (const name of Object.keys(given))
      if (!Object.hasOwn(known, name)) report([...path, name], 'is unknown', 'unrecognized_keys');
  });

const label = text(64, 1, notBlank);
const options: Check = (value, path, report) => {
  listOf(label, 10, 0, 'must be a list of strings, such as ["Yes","No"]')(value, path, report);
  if (Array.isArray(value) && new Set(value.map((each) => folded(String(each)))).size !== value.length)
    report(path, 'must not repeat a label: an answer names one option');
};
const decisionValues = ['approve', 'reject', 'edit', 'respond'];
const decisions: Check = (value, path, report) => {
  const example = 'must be a list of decisions, such as ["approve","reject"]';
  listOf(oneOf(...decisionValues), Infinity, 0, example)(value, path, report);
  if (!Array.isArray(value)) return;
  if (value.length === 0) report(path, `must name at least one of ${decisionValues.join(', ')}`, 'too_small');
  if (new Set(value).size !== value.length) report(path, 'must not repeat a decision');
};
const args: Check = (value, path, report) => {
  if (isObject(value)) return;
  const given = Array.isArray(value) ? 'a list' : JSON.stringify(value).slice(0, 40);
  report(path, `must be an object, not ${given}`);
};
const anything: Check = () => {};
const exactAction = { name: text(128, 1), args: optional(args) };

const newPromptFields = fields({
  text: text(4096, 1, notBlank),
  channel_id: optional(id),
  channels: optional(listOf(id, 10, 1)),
  options: optional(options),
  allow_text: optional(flag),
  allow_attachments: optional(flag),
  callback_url: optional(address),
  correlation_id: optional(text(255)),
  ttl_sec: optional(whole(0, 604_800, 'must be at most 604800 (7 days; 0: never)')),
  media_url: optional(address),
  media_path: optional(text(4096, 1)),
  notify_on_expiry: optional(flag),
  action: optional(
    fields({ ...exactAction, summary: optional(text(1024)), risk: optional(oneOf('low', 'medium', 'high')) }),
  ),
  approving_options: optional(listOf(label, 10, 1)),
  consume_within_sec: optional(whole(1, 604_800)),
  decisions: optional(decisions),
  labels: optional(
    fields(
      Object.fromEntries(
        decisionValues.map(
          (value) =>
            [value, (given, path, report) => given === undefined || label(given, path, report)] as [string, Check],
        ),
      ),
    ),
  ),
  ask_reason: optional(oneOf('never', 'on_reject', 'always')),
  reason_wait_sec: optional(whole(0, 600)),
  approvers: optional(listOf(anything, 100, 1)),
  requested_by: anything,
  policy: optional(id),
  collapse: optional(flag),
});

function issuesOf(check: Check, value: unknown): Issue[] {
  const issues: Issue[] = [];
  check(value, [], (path, message, code = 'custom') => issues.push({ path, message, code }));
  return issues;
}

export function issuesOfPrompt(body: unknown): Issue[] {
  const issues = issuesOf(newPromptFields, body);
  // What has the wrong type cannot be compared.
  const isTyped = issues.every(({ code }) => !['invalid_type', 'invalid_value', 'unrecognized_keys'].includes(code));
  return isTyped ? [...issues, ...issuesOf(betweenFields, body)] : issues;
}

/** The rules between the fields of a new prompt. */
const betweenFields: Check = (body, _path, report) => {
  const given = body as Record<string, unknown>;
  const refuse = (field: string, message: string) => report([field], message);
  const has = (name: string) => given[name] != null;
  const labels = (given['options'] ?? []) as string[];
  const approving = given['approving_options'] as string[] | null | undefined;
  const asked = given['decisions'] as string[] | null | undefined;
  const action = given['action'] as { args?: object | null } | null | undefined;
  if (has('media_url') && has('media_path'))
    refuse('media_path', 'cannot be combined with media_url: give one media source');
  if (given['allow_attachments'] === true && given['allow_text'] !== true)
    refuse('allow_attachments', 'needs allow_text: true, because files come with a reply');
  if (given['collapse'] === true && !action) refuse('collapse', 'needs an action: prompts are compared by it');
  if (has('consume_within_sec') && !action)
    refuse('consume_within_sec', 'needs an action: it is what the approval is for');
  const unknown = approving?.find((each) => !labels.includes(each));
  if (approving && !action) refuse('approving_options', 'needs an action: it is what the options let run');
  else if (unknown !== undefined)
    refuse('approving_options', `must be some of the options: ${JSON.stringify(unknown)} is none of them`);
  else if (approving && new Set(approving).size === labels.length)
    refuse('approving_options', 'must not be all of the options: one must be left that does not let the action run');
  if (!asked) {
    if (has('labels')) refuse('labels', 'needs decisions: they are the labels of its buttons');
    if ((given['ask_reason'] ?? 'never') !== 'never')
      refuse('ask_reason', 'needs decisions, such as ["approve","reject"]');
    if (has('reason_wait_sec')) refuse('reason_wait_sec', 'needs decisions and ask_reason');
    return;
  }
  if (labels.length > 0) refuse('decisions', 'cannot be combined with options: give one of the two');
  if (given['allow_text'] === true)
    refuse('decisions', 'cannot be combined with allow_text: use the decision respond to ask for a text');
  if (asked.includes('edit') && Object.keys(action?.args ?? {}).length === 0)
    refuse('decisions', 'edit needs action.args with at least one argument to change');
  const ownLabels = (given['labels'] ?? {}) as Readonly<Record<string, string>>;
  const extra = Object.keys(ownLabels).filter((value) => !asked.includes(value));
  if (extra.length > 0) refuse('labels', `names ${extra.join(', ')}, which decisions does not ask for`);
  const shown = asked.map((value) => folded(ownLabels[value] ?? value).toLowerCase());
  const isOther = shown.some((label, place) => decisionValues.includes(label) && label !== asked[place]);
  if (isOther || new Set(shown).size !== shown.length)
    refuse('labels', 'must all be different, also from the default labels of other decisions, as people read them');
};

const digest = (value: unknown, path: Path, report: Report) => {
  if (!/^sha256:[0-9a-f]{64}$/.test(String(value)))
    report(path, 'must be sha256: and 64 lower-case hexadecimal digits', 'invalid_format');
};
const newConsume = fields({
  action_digest: (value, path, report) => value === undefined || digest(value, path, report),
  action: (value, path, report) => value === undefined || fields(exactAction)(value, path, report),
});

export function issuesOfConsume(body: unknown): Issue[] {
  const issues = issuesOf(newConsume, body);
  if (issues.length > 0) return issues;
  const { action, action_digest } = body as Record<string, unknown>;
  const isOne = (action === undefined) !== (action_digest === undefined);
  return isOne ? [] : [{ path: [], message: 'must have either action_digest or action', code: 'custom' }];
}

export const issuesOfNote = (body: unknown): Issue[] =>
  issuesOf(
    fields({ kind: oneOf('progress', 'done', 'failed'), text: text(1000, 1, notBlank), url: optional(address) }),
    body,
  );

export const issuesOfMessage = (body: unknown): Issue[] =>
  issuesOf(
    fields({
      channel_id: id,
      text: text(65_536, 1),
      reply_to: optional(text(255, 1)),
      thread_id: optional(text(255, 1)),
    }),
    body,
  );

const key = text(255, 0, (value, path, report) => {
  const issue = 'must be 1 to 255 visible ASCII characters without spaces';
  if (!/^[\x21-\x7e]{1,255}$/.test(value as string)) report(path, issue, 'invalid_format');
});
const oneKeyForEach: Check = (value, path, report) => {
  const { prompts, idempotency_keys: keys } = value as { prompts: unknown[]; idempotency_keys?: unknown[] };
  if (keys && keys.length !== prompts.length)
    report([...path, 'idempotency_keys'], 'must have one key for each prompt');
};
const batch = fields({
  prompts: listOf(anything, 20, 1),
  idempotency_keys: (value, path, report) => value === undefined || listOf(key, 20)(value, path, report),
});

export function issuesOfBatch(body: unknown): Issue[] {
  const issues = issuesOf(batch, body);
  return issues.length > 0 ? issues : issuesOf(oneKeyForEach, body);
}
