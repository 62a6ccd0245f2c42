import { limits, type PromptRecord } from '@gateway/contract';
import type { NewQuestion } from '../questions.js';
import { cutTo, type AskReason, type EventIdentity, type Hook, type HookOutput, type JsonObject } from './hook.js';

/** The longest shown part of one argument when the arguments are too large to be sent. */
const SHOWN_CHARACTERS = 1000;
/** Arguments that are shown then. The rest is counted. */
const SHOWN_ARGUMENTS = 20;

/** What a person decided about a tool call. */
export type Decided =
  | { readonly allowed: true; /** Null: as asked. */ readonly input: JsonObject | null }
  | { readonly allowed: false; readonly message: string };

export interface Approval {
  /** The host's name. */
  readonly host: string;
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
  const { host, identity, tool, input, summary, text, canEdit, askReason, output, pass } = approval;
  const isWhole = Buffer.byteLength(JSON.stringify(input)) <= limits.actionArgs;
  const isEditable = canEdit && isWhole && Object.keys(input).length > 0;
  const question: NewQuestion = {
    text: cutTo(text ?? `${host} asks for permission to use ${tool}.`, limits.promptText),
    action: {
      name: cutTo(tool, limits.actionName),
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
      return decided ? output(decided) : null;
    },
    deny: (reason) => output({ allowed: false, message: reason }),
    pass,
  };
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

/** Arguments that fit into a question. Their length is named where they are cut. */
function shortened(input: JsonObject): Record<string, unknown> {
  const entries = Object.entries(input);
  const shown = entries.slice(0, SHOWN_ARGUMENTS).map(([name, value]) => [name, cut(value)]);
  const rest = entries.length - shown.length;
  return Object.fromEntries([...shown, ...(rest > 0 ? [['…', `${rest} more arguments`]] : [])]) as Record<
    string,
    unknown
  >;
}

function cut(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text.length <= SHOWN_CHARACTERS) return value;
  const half = SHOWN_CHARACTERS / 2;
  return `${cutTo(text, half)} … (${text.length} characters) … ${text.slice(-half).replace(/^[\uDC00-\uDFFF]/, '')}`;
}
