import { createHash } from 'node:crypto';
import { characterCount, limits, visible, type PromptRecord } from '@gateway/contract';
import type { NewQuestion } from '../questions.js';
import { cutTo, type AskReason, type EventIdentity, type Hook, type HookOutput, type JsonObject } from './hook.js';

/**
 * Values that are longer are shortened when the arguments are too large to be sent. A chat shows values of 300 characters whole, so it
 * does not shorten what is shortened here.
 */
const WHOLE_CHARACTERS = 250;
const HEAD_CHARACTERS = 100;
const TAIL_CHARACTERS = 50;
/** Arguments that are sent then. The rest is counted. */
const SENT_ARGUMENTS = 20;

/** What a person decided about a tool call. */
export type Decided =
  | { readonly allowed: true; /** Null: as asked. */ readonly input: JsonObject | null }
  | { readonly allowed: false; readonly message: string };

export interface Approval {
  /** The host's name. */
  readonly host: string;
  /** The host in names of actions. */
  readonly hostId: string;
  /** What makes two events the same. */
  readonly identity: EventIdentity;
  readonly tool: string;
  readonly input: JsonObject;
  readonly summary: string | null;
  /** The question; undefined: permission for the tool. */
  readonly text?: string;
  /** Whether the host accepts changed arguments. */
  readonly canEdit: boolean;
  readonly askReason: AskReason;
  readonly output: (decided: Decided) => HookOutput;
  readonly pass: HookOutput;
}

/** The hook that asks whether a tool may be used. */
export function approvalHook(approval: Approval): Hook {
  const { host, hostId, identity, tool, input, summary, text, canEdit, askReason, output, pass } = approval;
  const isWhole = Buffer.byteLength(JSON.stringify(input)) <= limits.actionArgs;
  const isEditable = canEdit && isWhole && Object.keys(input).length > 0;
  const question: NewQuestion = {
    text: cutTo(text ?? `${host} asks for permission to use ${tool}.`, limits.promptText),
    action: {
      name: nameOf(hostId, tool),
      args: isWhole ? { ...input } : shortened(input),
      ...(summary !== null && { summary: cutTo(summary, limits.actionSummary) }),
    },
    decisions: ['approve', 'reject', ...(isEditable ? (['edit'] as const) : [])],
    ask_reason: askReason,
  };
  return {
    ...identity,
    questions: [question],
    decide: ([prompt]) => {
      const decided = prompt && decidedIn(prompt);
      // A rule or a standing approval has judged what was sent, and that are not all arguments.
      if (decided?.allowed && !isWhole && (prompt?.decided_by === 'rule' || prompt?.decided_by === 'grant'))
        return output({ allowed: false, message: tooLarge });
      return decided ? output(decided) : null;
    },
    deny: (reason) => output({ allowed: false, message: reason }),
    pass,
  };
}

const tooLarge =
  'This is allowed without a person, but the arguments are too large to be judged whole. Use smaller ones.';

/** A name that is cut ends in a sign by which no rule allows it: it could be the name of another tool. */
function nameOf(hostId: string, tool: string): string {
  const name = `${hostId}.${tool}`;
  return name.length <= limits.actionName ? name : `${cutTo(name, limits.actionName - 1)}…`;
}

function decidedIn({ decision }: PromptRecord): Decided | null {
  switch (decision?.value) {
    case 'approve':
      return { allowed: true, input: null };
    case 'edit':
      return { allowed: true, input: decision.args };
    case 'reject':
      return { allowed: false, message: decision.reason ?? 'A person denied this.' };
    default:
      return null;
  }
}

/** Arguments that fit into a question. What is shortened has its true length and its hash, and so have all of them. */
function shortened(input: JsonObject): Record<string, unknown> {
  const entries = Object.entries(input);
  const sent = entries.slice(0, SENT_ARGUMENTS).map(([name, value]) => [short(name), shortValue(value)] as const);
  const rest = entries.length - sent.length;
  const all = `All as JSON: ${measured(JSON.stringify(input))}`;
  const args: Record<string, unknown> = Object.fromEntries(sent);
  let note = '…';
  while (Object.hasOwn(args, note)) note += '…';
  args[note] = rest > 0 ? `${rest} more arguments. ${all}` : all;
  return args;
}

function shortValue(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= WHOLE_CHARACTERS ? value : short(text);
}

function short(text: string): string {
  if (text.length <= WHOLE_CHARACTERS) return text;
  const head = cutTo(visible(cutTo(text, HEAD_CHARACTERS)), HEAD_CHARACTERS);
  const tail = endOf(visible(endOf(text)));
  return `${head} … (${measured(text)}) … ${tail}`;
}

/** Without half a character at its beginning. */
function endOf(text: string): string {
  return text.slice(-TAIL_CHARACTERS).replace(/^[\uDC00-\uDFFF]/, '');
}

function measured(text: string): string {
  return `${characterCount(text)} characters, SHA-256 ${createHash('sha256').update(text).digest('hex')}`;
}
