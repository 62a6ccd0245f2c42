import * as spec from 'discord-api-spec/zod';
import { emptyMessage, invalidField, invalidForm, nest } from './errors.js';
import type { ModalData } from './modals.js';
import type { MessageParts } from './types.js';

/** Discord's specification allows 4000 characters; bots may send 2000. */
const MAX_CONTENT_LENGTH = 2000;
const MAX_ROWS = 5;
/** The specification allows 40, the documentation 5: https://docs.discord.com/developers/interactions/receiving-and-responding */
const MAX_MODAL_COMPONENTS = 5;

const schemas = {
  create: spec.MessageCreateRequestSchema,
  edit: spec.MessageEditRequestPartialSchema,
  followUp: spec.IncomingWebhookInteractionRequestSchema,
} as const;

/** Checks a message's body against Discord's specification and the limits that it omits. Throws Discord's error. */
export function checkMessage(kind: keyof typeof schemas, body: Record<string, unknown>, files: number): MessageParts {
  hold(schemas[kind], body, []);
  checkParts(body, []);
  const { content, embeds, components } = body as MessageParts;
  const isEmpty = !content && !embeds?.length && !components?.length && files === 0;
  if (kind !== 'edit' && isEmpty) throw emptyMessage();
  return body;
}

/** A modal answers a press, and not the submission of another modal. */
export function checkModal(body: Record<string, unknown>): ModalData {
  hold(spec.ModalInteractionCallbackRequestSchema, body, []);
  const data = body['data'] as ModalData;
  if (data.components.length > MAX_MODAL_COMPONENTS) {
    const message = `Must be between 1 and ${MAX_MODAL_COMPONENTS} in length.`;
    throw invalidField(['data', 'components'], 'BASE_TYPE_BAD_LENGTH', message);
  }
  return data;
}

/** Checks the answer to a press or a submission against the specification; returns its type and data. */
export function checkCallback(body: Record<string, unknown>): { type: number; data: MessageParts } {
  const { type } = body;
  if (type === 6 || type === 7) hold(spec.UpdateMessageInteractionCallbackRequestSchema, body, []);
  else if (type === 4 || type === 5) hold(spec.CreateMessageInteractionCallbackRequestSchema, body, []);
  else throw invalidField(['type'], 'BASE_TYPE_CHOICES', 'Value must be one of {4, 5, 6, 7}.');
  const data = (body['data'] ?? {}) as MessageParts;
  if (type === 4 && !data.content && !data.embeds?.length) throw emptyMessage();
  checkParts(data, ['data']);
  return { type, data };
}

function hold(schema: typeof spec.MessageCreateRequestSchema, body: unknown, path: readonly string[]): void {
  const { success, error } = schema.safeParse(body);
  const first = error?.issues[0];
  if (success || !first) return;
  const issue = deepest(first);
  throw invalidForm(nest([...path, ...issue.path.map(String)], [said(issue)]));
}

/** Selects the alternative of a union by its type. */
function deepest(issue: spec.SpecIssue): spec.SpecIssue {
  const meant = issue.errors?.find(
    (issues) => !issues.some(({ code, path }) => code === 'invalid_value' && path.length === 1 && path[0] === 'type'),
  );
  if (!meant?.[0]) return issue;
  const inner = deepest(meant[0]);
  return { ...inner, path: [...issue.path, ...inner.path] };
}

function said({ code, maximum, minimum }: spec.SpecIssue): { code: string; message: string } {
  if (code === 'too_big') return { code: 'BASE_TYPE_MAX_LENGTH', message: `Must be ${maximum} or fewer in length.` };
  if (code === 'too_small') return { code: 'BASE_TYPE_MIN_LENGTH', message: `Must be ${minimum} or more in length.` };
  return { code: 'BASE_TYPE_BAD_TYPE', message: `Invalid value (${code}).` };
}

function checkParts({ content, components }: MessageParts, path: readonly string[]): void {
  if (content && [...content].length > MAX_CONTENT_LENGTH) {
    throw invalidField(
      [...path, 'content'],
      'BASE_TYPE_MAX_LENGTH',
      `Must be ${MAX_CONTENT_LENGTH} or fewer in length.`,
    );
  }
  const rows = components ?? [];
  if (rows.length > MAX_ROWS) {
    throw invalidField([...path, 'components'], 'BASE_TYPE_BAD_LENGTH', `Must be between 1 and ${MAX_ROWS} in length.`);
  }
  const seen = new Set<string>();
  for (const [row, { components: buttons }] of rows.entries()) {
    for (const [place, { custom_id, label, emoji }] of (buttons ?? []).entries()) {
      const at = [...path, 'components', row, 'components', place];
      if (!label && !emoji) throw invalidField([...at, 'label'], 'BASE_TYPE_REQUIRED', 'This field is required');
      if (custom_id === undefined) continue;
      if (seen.has(custom_id)) {
        throw invalidField(
          [...at, 'custom_id'],
          'COMPONENT_CUSTOM_ID_DUPLICATED',
          'Component custom id cannot be duplicated',
        );
      }
      seen.add(custom_id);
    }
  }
}
