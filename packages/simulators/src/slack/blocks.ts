import { invalidBlocks } from './errors.js';
import type { SlackBlock, SlackButton, SlackMessage } from './types.js';

const MAX_BLOCKS = { message: 50, modal: 100 } as const;
const MAX_TEXT_LENGTH = 3000;
const MAX_URL_LENGTH = 3000;
const MAX_INPUT_LENGTH = 3000;

/** Where the blocks are shown. */
type Surface = keyof typeof MAX_BLOCKS;

type Fields = Record<string, unknown>;

/** Checks Block Kit's rules for a surface and gives each block an id. Throws `invalid_blocks` with the path of the error. */
export function readBlocks(given: unknown, surface: Surface = 'message'): SlackBlock[] {
  if (!Array.isArray(given)) throw invalidBlocks('must be an array', '');
  const max = MAX_BLOCKS[surface];
  if (given.length > max) throw invalidBlocks(`no more than ${max} items allowed`, '');
  const ids = new Set<unknown>();
  const actionIds = new Set<unknown>();
  return given.map((block: unknown, index) => {
    const at = `/blocks/${index}`;
    if (!isObject(block)) throw invalidBlocks('must be an object', at);
    check(block, at, actionIds, surface);
    const id = block['block_id'] ?? `b${index}`;
    if (typeof id !== 'string' || id.length > 255)
      throw invalidBlocks('must be at most 255 characters', `${at}/block_id`);
    if (ids.has(id)) throw invalidBlocks('`block_id` already exists', `${at}/block_id`);
    ids.add(id);
    return { ...block, block_id: id } as unknown as SlackBlock;
  });
}

function check(block: Fields, at: string, actionIds: Set<unknown>, surface: Surface): void {
  if (block['type'] === 'input' && surface === 'modal') return checkInput(block, at);
  switch (block['type']) {
    case 'section':
      if (block['text'] === undefined && block['fields'] === undefined) {
        throw invalidBlocks('either text or fields must be provided', at);
      }
      if (block['text'] !== undefined) readText(block['text'], `${at}/text`, MAX_TEXT_LENGTH, ['mrkdwn', 'plain_text']);
      return;
    case 'actions':
      return checkActions(block['elements'], `${at}/elements`, actionIds);
    case 'image':
      checkString(
        block['image_url'] ?? (isObject(block['slack_file']) ? 'file' : undefined),
        `${at}/image_url`,
        MAX_URL_LENGTH,
      );
      return checkString(block['alt_text'], `${at}/alt_text`, 2000);
    case 'context':
    case 'divider':
    case 'header':
      return;
    case 'rich_text':
      return checkRichText(block['elements'], `${at}/elements`);
    default:
      throw invalidBlocks(`unsupported type: ${String(block['type'])}`, `${at}/type`);
  }
}

/** https://docs.slack.dev/reference/block-kit/blocks/rich-text-block; only what the adapter uses. */
function checkRichText(elements: unknown, at: string): void {
  if (!Array.isArray(elements) || elements.length === 0) throw invalidBlocks('no fewer than 1 items allowed', at);
  for (const [index, section] of elements.entries()) {
    const place = `${at}/${index}`;
    if (!isObject(section) || section['type'] !== 'rich_text_section' || !Array.isArray(section['elements']))
      throw invalidBlocks('must be a rich_text_section with elements', place);
    for (const [part, element] of (section['elements'] as unknown[]).entries()) {
      if (!isObject(element) || !['text', 'link'].includes(String(element['type'])))
        throw invalidBlocks('unsupported type', `${place}/elements/${part}/type`);
      checkString(element['text'], `${place}/elements/${part}/text`, MAX_TEXT_LENGTH);
      if (element['type'] === 'link') checkString(element['url'], `${place}/elements/${part}/url`, MAX_URL_LENGTH);
    }
  }
}

function checkActions(elements: unknown, at: string, actionIds: Set<unknown>): void {
  if (!Array.isArray(elements) || elements.length === 0) throw invalidBlocks('no fewer than 1 items allowed', at);
  if (elements.length > 25) throw invalidBlocks('no more than 25 items allowed', at);
  for (const [index, element] of elements.entries()) {
    const place = `${at}/${index}`;
    if (!isObject(element)) throw invalidBlocks('must be an object', place);
    if (element['type'] !== 'button')
      throw invalidBlocks(`unsupported type: ${String(element['type'])}`, `${place}/type`);
    readText(element['text'], `${place}/text`, 75, ['plain_text']);
    const { action_id: actionId, value } = element;
    if (value !== undefined) checkString(value, `${place}/value`, 2000);
    if (actionId === undefined) continue;
    checkString(actionId, `${place}/action_id`, 255);
    if (actionIds.has(actionId)) throw invalidBlocks('`action_id` already exists', `${place}/action_id`);
    actionIds.add(actionId);
  }
}

/** https://docs.slack.dev/reference/block-kit/blocks/input-block and …/block-elements/plain-text-input-element */
function checkInput({ label, element, optional }: Fields, at: string): void {
  readText(label, `${at}/label`, 2000, ['plain_text']);
  if (optional !== undefined && typeof optional !== 'boolean')
    throw invalidBlocks('must be a boolean', `${at}/optional`);
  if (!isObject(element)) throw invalidBlocks('missing required field: element', at);
  if (element['type'] !== 'plain_text_input') {
    throw invalidBlocks(`unsupported type: ${String(element['type'])}`, `${at}/element/type`);
  }
  const { max_length: max, initial_value: value } = element;
  if (max !== undefined && !(Number.isInteger(max) && Number(max) >= 1 && Number(max) <= MAX_INPUT_LENGTH)) {
    throw invalidBlocks(`must be between 1 and ${MAX_INPUT_LENGTH}`, `${at}/element/max_length`);
  }
  if (value !== undefined) checkString(value, `${at}/element/initial_value`, Number(max ?? MAX_INPUT_LENGTH));
}

export function readText(text: unknown, at: string, max: number, types: readonly string[]): void {
  if (!isObject(text)) throw invalidBlocks('missing required field: text', at);
  if (!types.includes(String(text['type']))) throw invalidBlocks(`must be of type ${types.join(' or ')}`, `${at}/type`);
  if (text['type'] === 'mrkdwn' && text['emoji'] !== undefined) {
    throw invalidBlocks('invalid additional property: emoji', at);
  }
  if (text['type'] === 'plain_text' && text['verbatim'] !== undefined) {
    throw invalidBlocks('invalid additional property: verbatim', at);
  }
  checkString(text['text'], `${at}/text`, max);
}

function checkString(value: unknown, at: string, max: number): void {
  if (typeof value !== 'string') throw invalidBlocks('missing required field', at);
  if (value.length < 1) throw invalidBlocks('must be more than 0 characters', at);
  if (value.length > max) throw invalidBlocks(`must be less than ${max + 1} characters`, at);
}

/** A message's buttons in display order. */
export function buttonsOf({ blocks = [] }: Pick<SlackMessage, 'blocks'>): SlackButton[] {
  return blocks
    .filter(({ type }) => type === 'actions')
    .flatMap(({ elements, block_id }) =>
      (elements as { text: { text: string }; action_id?: string; value?: string }[]).map((button, index) => ({
        label: button.text.text,
        actionId: button.action_id ?? `a${index}`,
        blockId: String(block_id),
        value: button.value,
      })),
    );
}

/** The visible text: that of the blocks, or the message's text without blocks; references and escapes resolved. */
export function shownText({ text, blocks = [] }: Pick<SlackMessage, 'text' | 'blocks'>): string {
  if (blocks.length === 0) return resolved(text);
  return blocks.flatMap((block) => textOf(block) ?? []).join('\n');
}

/** The visible text of a block; null: it has none. Nothing in rich text is markup. */
function textOf({ type, ...block }: SlackBlock): string | null {
  if (type === 'section') return resolved((block['text'] as { text: string }).text);
  if (type !== 'rich_text') return null;
  const sections = block['elements'] as { elements: { text?: string }[] }[];
  return sections.map(({ elements }) => elements.map((element) => element.text ?? '').join('')).join('');
}

function resolved(text: string): string {
  return text
    .replace(/<(https?:[^<>|]+)>/g, '$1')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');
}

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
