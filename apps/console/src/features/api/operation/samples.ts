import { code } from '../../../lib/code.js';
import { parsed, type ApiRequest } from './request.js';

export const languages = ['curl', 'typescript', 'python'] as const;
export type SampleLanguage = (typeof languages)[number];

/** How the response is read. */
export type ReplyKind = 'json' | 'text' | 'stream';

interface Sample {
  readonly request: ApiRequest;
  /** `https://gateway.example.com`. */
  readonly origin: string;
  /** Whether the request needs a key, which the sample takes from the environment. */
  readonly needsKey: boolean;
  readonly reply: ReplyKind;
}

/** The request as code that works unchanged. The key is in the environment variable GATEWAY_API_KEY. */
export const samples: Readonly<Record<SampleLanguage, (sample: Sample) => string>> = {
  curl({ request: { method, path, headers, body }, origin, needsKey, reply }) {
    const options = [
      ...(needsKey ? ['-H "X-API-Key: $GATEWAY_API_KEY"'] : []),
      ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
      ...(body === null ? [] : [code("-H 'Content-Type: application/json'"), `-d ${quoted(body)}`]),
    ];
    const command = ['curl', ...(reply === 'stream' ? ['-N'] : []), ...(method === 'GET' ? [] : ['-X', method])];
    return [`${command.join(' ')} ${quoted(origin + path)}`, ...options].join(' \\\n  ');
  },

  typescript({ request: { method, path, headers, body }, origin, needsKey, reply }) {
    const given = [
      ...(needsKey ? [code("'X-API-Key': process.env.GATEWAY_API_KEY ?? ''")] : []),
      ...Object.entries(headers).map(([name, value]) => code(`${single(name)}: ${single(value)}`)),
      ...(body === null ? [] : [code("'Content-Type': 'application/json'")]),
    ];
    const options = [
      ...(method === 'GET' ? [] : [code(`method: '${method}',`)]),
      ...(given.length > 0 ? [code(`headers: { ${given.join(', ')} },`)] : []),
      ...(body === null ? [] : [code(`body: JSON.stringify(${indented(literal(body))}),`)]),
    ];
    const address = single(origin + path);
    const read = {
      json: code('console.log(await response.json());'),
      text: code('console.log(await response.text());'),
      stream: code(
        'const decoder = new TextDecoder();',
        'for await (const chunk of response.body) console.log(decoder.decode(chunk, { stream: true }));',
      ),
    };
    return code(
      options.length > 0
        ? code(`const response = await fetch(${address}, {`, ...options.map((line) => `  ${line}`), '});')
        : `const response = await fetch(${address});`,
      'if (!response.ok) throw new Error((await response.json()).detail);',
      read[reply],
    );
  },

  python({ request: { method, path, headers, body }, origin, needsKey, reply }) {
    const given = [
      ...(needsKey ? [code('"X-API-Key": os.environ["GATEWAY_API_KEY"]')] : []),
      ...Object.entries(headers).map(([name, value]) => code(`${JSON.stringify(name)}: ${JSON.stringify(value)}`)),
    ];
    const value = body === null ? undefined : parsed(body);
    const lines = [
      `    ${JSON.stringify(origin + path)},`,
      ...(given.length > 0 ? [code(`    headers={${given.join(', ')}},`)] : []),
      ...(body === null ? [] : [code(`    json=${value === undefined ? body : python(value, '    ')},`)]),
      ...(reply === 'stream' ? ['    stream=True,'] : []),
    ];
    const read = {
      json: 'print(response.json())',
      text: 'print(response.text)',
      stream: code('for line in response.iter_lines(decode_unicode=True):', '    print(line)'),
    };
    return code(
      ...(needsKey ? ['import os', ''] : []),
      'import requests',
      '',
      `response = requests.${method.toLowerCase()}(`,
      ...lines,
      ')',
      'response.raise_for_status()',
      read[reply],
    );
  },
};

/** Quotes a text for a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** A string of TypeScript. */
const single = (text: string): string =>
  `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`;

/** JSON as TypeScript: names without quotes where they need none. */
function literal(json: string): string {
  const value = parsed(json);
  return value === undefined ? json : JSON.stringify(value, null, 2).replaceAll(/^( *)"([a-z_]\w*)":/gim, '$1$2:');
}

const indented = (text: string): string => text.replaceAll('\n', '\n  ');

/** A JSON value in Python. */
function python(value: unknown, indent: string): string {
  if (value === null) return code('None');
  if (typeof value === 'boolean') return value ? code('True') : code('False');
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}    `;
  const isList = Array.isArray(value);
  const items = isList
    ? value.map((one) => python(one, inner))
    : Object.entries(value).map(([name, one]) => code(`${JSON.stringify(name)}: ${python(one, inner)}`));
  const [open, close] = isList ? '[]' : '{}';
  if (items.length === 0) return `${open}${close}`;
  const short = `${open}${items.join(', ')}${close}`;
  if (short.length <= 60 && !short.includes('\n')) return short;
  return `${open}\n${items.map((item) => `${inner}${item},\n`).join('')}${indent}${close}`;
}
