import { randomBytes } from 'node:crypto';
import { ControlError } from '@gateway/sandbox/server';
import { isObject, readBlocks, readText, shownText } from './blocks.js';
import { invalidArguments, SlackError } from './errors.js';
import type { SlackState } from './state.js';
import type { SlackBlock } from './types.js';

/** https://docs.slack.dev/interactivity/handling-user-interaction: an app has three seconds to use a trigger. */
const TRIGGER_LIFETIME_MS = 3000;
const MAX_TITLE_LENGTH = 24;
const MAX_METADATA_LENGTH = 3000;
/** https://docs.slack.dev/reference/methods/views.open: 250 kB. */
const MAX_VIEW_BYTES = 250_000;

/** An open modal as its person sees it. */
export interface SlackModal {
  readonly title: string;
  readonly submit: string;
  /** The text of its sections. */
  readonly text: string;
  readonly inputs: readonly SlackInput[];
  /** Sentences below the inputs, by block id. */
  readonly errors: Readonly<Record<string, string>>;
}

export interface SlackInput {
  readonly blockId: string;
  readonly actionId: string;
  readonly label: string;
  readonly value: string;
  readonly multiline: boolean;
  readonly required: boolean;
  readonly maxLength: number | null;
}

interface View {
  readonly id: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly blocks: readonly SlackBlock[];
  errors: Readonly<Record<string, string>>;
}

/** The modals of people. An app opens one in exchange for the trigger of an interaction, and gets a payload when it is submitted. */
export interface Modals {
  newTrigger(user: string): string;
  /** Opens a modal; returns the view. Throws SlackError. */
  open(trigger: string, view: unknown): object;
  shown(user: string): SlackModal | null;
  /** The payload of a submission; `texts` by the order of the inputs. */
  submission(user: string, texts: readonly string[]): Record<string, unknown>;
  /** Applies the app's reply to a submission; false: the person sees a warning. */
  finish(user: string, reply: unknown): boolean;
}

export function createModals(state: SlackState): Modals {
  const triggers = new Map<string, { user: string; until: number; isUsed: boolean }>();
  const open = new Map<string, View>();

  function newTrigger(user: string): string {
    const id = `${Math.floor(state.clock.now())}.${1000 + triggers.size}.${randomBytes(16).toString('hex')}`;
    triggers.set(id, { user, until: state.clock.now() + TRIGGER_LIFETIME_MS, isUsed: false });
    return id;
  }

  function viewOf(user: string): View {
    const view = open.get(user);
    if (!view) throw new ControlError(`User ${user} has no open modal`, 404);
    return view;
  }

  return {
    newTrigger,
    open(id, given) {
      const trigger = triggers.get(id);
      if (!trigger) throw new SlackError('invalid_trigger_id');
      if (trigger.isUsed) throw new SlackError('exchanged_trigger_id');
      if (state.clock.now() > trigger.until) throw new SlackError('expired_trigger_id');
      const view = readView(state, given);
      trigger.isUsed = true;
      open.set(trigger.user, view);
      return wire(state, view, {});
    },
    shown: (user) => {
      const view = open.get(user);
      return view ? shownModal(view) : null;
    },
    submission(user, texts) {
      const view = viewOf(user);
      const { app, team } = state;
      const { name, team_id } = state.user(user);
      return {
        type: 'view_submission',
        team: { id: team.id, domain: team.domain },
        user: { id: user, username: name, name, team_id },
        api_app_id: app.id,
        token: 'verification-token-is-deprecated',
        trigger_id: newTrigger(user),
        view: wire(state, view, valuesOf(shownModal(view).inputs, texts)),
        response_urls: [],
        is_enterprise_install: false,
        enterprise: null,
      };
    },
    finish(user, reply) {
      const view = viewOf(user);
      const { response_action: action, errors } = isObject(reply) ? reply : {};
      const isEmpty = reply === undefined || reply === '' || (isObject(reply) && Object.keys(reply).length === 0);
      if (isEmpty || action === 'clear') return open.delete(user);
      if (action !== 'errors' || !isObject(errors)) return false;
      view.errors = errors as Record<string, string>;
      return Object.keys(errors).every((id) => view.blocks.some(({ block_id }) => block_id === id));
    },
  };
}

/** Checks a view by the limits of https://docs.slack.dev/reference/views/modal-views. */
function readView(state: SlackState, given: unknown): View {
  if (!isObject(given) || given['type'] !== 'modal') throw invalidArguments('unsupported type', '/view/type');
  if (Buffer.byteLength(JSON.stringify(given)) > MAX_VIEW_BYTES) throw new SlackError('view_too_large');
  const at = '/view';
  readText(given['title'], `${at}/title`, MAX_TITLE_LENGTH, ['plain_text']);
  for (const name of ['submit', 'close']) {
    if (given[name] !== undefined) readText(given[name], `${at}/${name}`, MAX_TITLE_LENGTH, ['plain_text']);
  }
  const metadata = given['private_metadata'];
  if (typeof metadata === 'string' && metadata.length > MAX_METADATA_LENGTH) {
    throw invalidArguments(`must be less than ${MAX_METADATA_LENGTH + 1} characters`, `${at}/private_metadata`);
  }
  const blocks = readBlocks(given['blocks'], 'modal');
  if (given['submit'] === undefined && blocks.some(({ type }) => type === 'input')) {
    throw invalidArguments('missing required field: submit', at);
  }
  return { id: state.newId('V'), fields: given, blocks, errors: {} };
}

function wire({ app, team }: SlackState, { id, fields, blocks }: View, values: object): object {
  return {
    id,
    team_id: team.id,
    private_metadata: '',
    callback_id: '',
    clear_on_close: false,
    notify_on_close: false,
    close: null,
    ...fields,
    blocks,
    state: { values },
    hash: `${id}.0`,
    previous_view_id: null,
    root_view_id: id,
    external_id: '',
    app_id: app.id,
    app_installed_team_id: team.id,
    bot_id: app.botId,
  };
}

function shownModal({ fields, blocks, errors }: View): SlackModal {
  const words = (name: string) => (fields[name] as { text: string } | undefined)?.text ?? '';
  const inputs = blocks.flatMap((block) => (block.type === 'input' ? [shownInput(block)] : []));
  return {
    title: words('title'),
    submit: words('submit'),
    text: shownText({ text: '', blocks: [...blocks] }),
    inputs,
    errors,
  };
}

function shownInput(block: SlackBlock): SlackInput {
  const element = block['element'] as Readonly<Record<string, unknown>>;
  const { action_id, initial_value, multiline, max_length } = element;
  return {
    blockId: String(block['block_id']),
    actionId: typeof action_id === 'string' ? action_id : 'input',
    label: (block['label'] as { text: string }).text,
    value: typeof initial_value === 'string' ? initial_value : '',
    multiline: multiline === true,
    required: block['optional'] !== true,
    maxLength: typeof max_length === 'number' ? max_length : null,
  };
}

/** The client checks required inputs and lengths itself. */
function valuesOf(inputs: readonly SlackInput[], texts: readonly string[]): object {
  return Object.fromEntries(
    inputs.map(({ blockId, actionId, label, required, maxLength }, place) => {
      const text = texts[place] ?? '';
      if (required && text.trim() === '') throw new ControlError(`"${label}" is required`);
      if (text.length > (maxLength ?? 3000)) throw new ControlError(`"${label}" accepts ${maxLength} characters`);
      return [blockId, { [actionId]: { type: 'plain_text_input', value: text === '' ? null : text } }];
    }),
  );
}
