import { faint, say } from './terminal.js';

/** Calls the gateway and prints the call as a curl command with its reply. Throws unless the status is 2xx. */
export async function callAndPrint<Reply>(method: 'GET' | 'POST', url: string, body?: object): Promise<Reply> {
  say(curlLine(method, url, body), 3);
  const response = await fetch(url, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const reply = `${response.status}  ${folded(text)}`;
  say(`\n${reply.split('\n').map(faint).join('\n')}`, 3);
  if (!response.ok) throw new Error(`${method} ${url} answered ${response.status}.`);
  return JSON.parse(text) as Reply;
}

function curlLine(method: 'GET' | 'POST', url: string, body: object | undefined): string {
  if (!body) return `curl ${quoted(url)}`;
  const fields = Object.entries(body).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  const json = `{\n${fields.join(',\n')}\n}`;
  return `curl -X ${method} ${url} -H 'Content-Type: application/json' -d ${quoted(json)}`;
}

/** Splits a long line of JSON between members, so that it fits a terminal. */
function folded(json: string): string {
  const lines = [''];
  for (const member of json.split(/(?<=,)(?=")/)) {
    if ((lines.at(-1) ?? '').length + member.length > 100) lines.push('     ');
    lines[lines.length - 1] += member;
  }
  return lines.join('\n');
}

/** Quotes for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
