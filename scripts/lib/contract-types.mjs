import { z } from 'zod';

/** @typedef {Readonly<Record<string, any>>} Contract what @gateway/contract exports */

/**
 * The schemas whose types the client exposes, by their names in the OpenAPI document.
 * @param {Contract} contract
 * @returns {Readonly<Record<'input' | 'output', Readonly<Record<string, z.ZodType>>>>}
 */
const schemas = (contract) => ({
  input: {
    NewPrompt: contract.newPrompt,
    NewPromptNote: contract.newPromptNote,
    NewConsume: contract.consumeApproval.body,
    NewMessage: contract.sendMessage.body,
  },
  output: {
    Prompt: contract.promptRecord,
    PromptCreated: contract.promptCreated,
    BatchCreated: contract.batchCreated,
    ConsumedApproval: contract.consumedApproval,
    Message: contract.messageRecord,
    SentMessage: contract.sendMessage.reply,
    Channel: contract.channelRecord,
    PromptAnswered: contract.promptAnswered,
    PromptExpired: contract.promptExpired,
    PromptWithdrawn: contract.promptWithdrawn,
    MessageCreated: contract.messageCreated,
    GatewayTest: contract.gatewayTest,
    StreamEvent: contract.streamEvent,
    ErrorBody: contract.errorBody,
  },
});

/**
 * The types of the contract as TypeScript without zod, so that the client depends on no other package.
 * @param {Contract} contract
 * @returns {string}
 */
export function contractTypes(contract) {
  /** @type {Map<string, Schema>} */
  const types = new Map();
  for (const [io, named] of Object.entries(schemas(contract)))
    for (const [name, schema] of Object.entries(named)) {
      const { $defs = {}, ...root } = z.toJSONSchema(schema, {
        io: /** @type {'input' | 'output'} */ (io),
        unrepresentable: 'any',
      });
      const all = root.$ref === undefined ? { ...$defs, [name]: root } : $defs;
      // A schema that is sent and received has the type in which it is sent: its optional fields are always there when it is received.
      for (const [id, definition] of Object.entries(all)) if (!types.has(id)) types.set(id, definition);
    }
  types.set('ErrorCode', { enum: Object.keys(contract['errorCodes']) });
  return [
    '// Written by `node scripts/cli.mjs tables` from the schemas of @gateway/contract. A test compares both.',
    ...[...types].map(([name, schema]) => `${comment(schema)}export type ${name} = ${typeOf(schema)};`),
    '',
  ].join('\n');
}

/** @typedef {z.core.JSONSchema.JSONSchema} Schema */

/**
 * @param {boolean | Schema} schema
 * @param {string} [indent]
 */
function comment(schema, indent = '') {
  const text = typeof schema === 'boolean' ? undefined : schema.description;
  return text === undefined ? '' : `${indent}/** ${text} */\n${indent}`;
}

/** @param {unknown} value */
const literal = (value) => (typeof value === 'string' ? `'${value}'` : String(value));

/**
 * @param {boolean | Schema} schema
 * @param {string} [indent] of the line in which the type begins
 * @returns {string}
 */
function typeOf(schema, indent = '') {
  if (typeof schema === 'boolean') return 'unknown';
  if (schema.$ref !== undefined) return schema.$ref.replace('#/$defs/', '');
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  const union = schema.anyOf ?? schema.oneOf;
  if (union) return union.map((each) => typeOf(each, indent)).join(' | ');
  if (schema.allOf) return schema.allOf.map((each) => `(${typeOf(each, indent)})`).join(' & ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type }, indent)).join(' | ');
  switch (schema.type) {
    case 'array':
      return arrayType(typeOf(/** @type {Schema} */ (schema.items), indent));
    case 'object':
      return objectType(schema, indent);
    case 'integer':
      return 'number';
    case undefined:
      return 'unknown';
    default:
      return schema.type;
  }
}

/** @param {string} item */
const arrayType = (item) => `readonly ${/[|&]/.test(item) ? `(${item})` : item}[]`;

/**
 * @param {Schema} schema
 * @param {string} indent
 */
function objectType({ properties, required = [], additionalProperties = true }, indent) {
  if (!properties) return `{ readonly [name: string]: ${typeOf(additionalProperties, indent)} }`;
  const inner = `${indent}  `;
  const fields = Object.entries(properties).map(
    ([name, field]) =>
      `${comment(field, inner) || inner}readonly ${name}${required.includes(name) ? '' : '?'}: ${typeOf(field, inner)};\n`,
  );
  return `{\n${fields.join('')}${indent}}`;
}
