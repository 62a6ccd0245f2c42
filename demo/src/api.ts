import { faint, say } from './terminal.js';

/** Calls the gateway over plain HTTP and shows the call as a curl line and what came back. Throws unless 2xx. */
export async function callAloud<Reply>(method: 'GET' | 'POST', url: string, body?: object): Promise<Reply> {
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

/** One long line of JSON in lines that a terminal shows whole, broken between members. */
function folded(json: string): string {
  const lines = [''];
  for (const member of json.split(/(?<=,)(?=")/)) {
    if ((lines.at(-1) ?? '').length + member.length > 100) lines.push('     ');
    lines[lines.length - 1] += member;
  }
  return lines.join('\n');
}

/** For a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
