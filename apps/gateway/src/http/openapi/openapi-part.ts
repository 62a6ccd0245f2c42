import type { Scope } from '@gateway/contract';
import { tags } from './openapi-tags.js';

/** What an agent's key may have. */
const agentScopes: ReadonlySet<string> = new Set<Scope>([
  'prompts:read',
  'prompts:write',
  'prompts:consume',
  'messages:read',
  'messages:send',
  'channels:read',
]);
/** The part for agents: what a key that asks and sends may call, and the callbacks. */
const AGENTS = 'agents';

/** The names of the parts, in lower case: one for agents, and one for each tag. */
export const parts: readonly string[] = [AGENTS, ...tags.map(({ name }) => name.toLowerCase())];

interface Operation {
  readonly tags?: readonly string[];
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly 'x-scopes'?: readonly string[];
}
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;
interface Document {
  readonly paths?: Paths;
  readonly webhooks?: Paths;
  readonly components?: { readonly schemas?: Readonly<Record<string, unknown>> };
}

/** The part of an OpenAPI document with this name: its operations, and the schemas that they use. */
export function partOf(document: object, part: string): object {
  const whole: Document = document;
  const isIn = (operation: Operation) => (part === AGENTS ? isForAgents(operation) : hasTag(operation, part));
  const kept = { paths: operationsOf(whole.paths, isIn), webhooks: operationsOf(whole.webhooks, isIn) };
  const used = new Set(Object.values({ ...kept.paths, ...kept.webhooks }).flatMap(tagsOf));
  return {
    ...whole,
    tags: tags.filter(({ name }) => used.has(name)),
    ...kept,
    components: { ...whole.components, schemas: schemasOf(kept, whole.components?.schemas ?? {}) },
  };
}

function isForAgents(operation: Operation): boolean {
  const isByKey = operation.security?.some((way) => 'apiKey' in way) === true;
  return (
    hasTag(operation, 'callbacks') ||
    (isByKey && operation['x-scopes']?.some((scope) => agentScopes.has(scope)) === true)
  );
}

const hasTag = ({ tags: own = [] }: Operation, part: string): boolean =>
  own.some((name) => name.toLowerCase() === part);

const tagsOf = (operations: Paths[string]): readonly string[] =>
  Object.values(operations).flatMap(({ tags: own = [] }) => own);

function operationsOf(paths: Paths = {}, isIn: (operation: Operation) => boolean): Paths {
  const left = Object.entries(paths).map(([path, operations]) => {
    const own = Object.entries(operations).filter(([, operation]) => isIn(operation));
    return [path, Object.fromEntries(own)] as const;
  });
  return Object.fromEntries(left.filter(([, operations]) => Object.keys(operations).length > 0));
}

/** The schemas that a part refers to, also through others. */
function schemasOf(part: object, schemas: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const found = new Set<string>();
  const waiting: unknown[] = [part];
  for (let content = waiting.pop(); content !== undefined; content = waiting.pop()) {
    for (const [, name = ''] of JSON.stringify(content).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (!found.has(name)) waiting.push(schemas[name]);
      found.add(name);
    }
  }
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => found.has(name)));
}
