import type { SessionState } from '@gateway/contract';
import type { OpenApiDocument } from './document.js';
import { drawReference } from './reference.js';
import { t } from './texts.js';

/** Draws the page `/docs`: the API reference for readers without access to the console. */
export async function drawDocsPage(body: HTMLElement): Promise<void> {
  document.title = t.title;
  const page = element('main', 'mx-auto grid max-w-[90rem] grid-cols-[minmax(0,1fr)] gap-4 px-4 py-6 sm:px-7');
  const search = element('input', 'h-9 w-full max-w-72 rounded-control border border-edge bg-card px-3 text-sm');
  Object.assign(search, { type: 'search', placeholder: t.search, ariaLabel: t.search });
  const caller = element('p', 'text-sm text-soft empty:hidden');
  caller.role = 'status';
  const place = element('div', 'min-w-0');
  place.lang = 'en';
  place.textContent = t.loading;
  page.append(
    element('h1', 'text-[1.375rem] leading-tight font-semibold tracking-tight', t.title),
    caller,
    search,
    place,
  );
  body.append(page);
  void session().then((state) => (caller.textContent = state ? callerText(state) : ''));
  try {
    const openApi = await fetchJson<OpenApiDocument>('/openapi.json');
    place.textContent = '';
    const reference = await drawReference(place, { document: openApi, inHash: true, tryItOut: true });
    search.addEventListener('input', () => reference.search(search.value));
  } catch {
    place.role = 'alert';
    place.textContent = t.failed;
  }
}

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, className: string, text = '') {
  return Object.assign(document.createElement(name), { className, textContent: text });
}

async function fetchJson<Body>(path: string): Promise<Body> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return (await response.json()) as Body;
}

/** The reference works without the session. */
const session = () => fetchJson<SessionState>('/console/session').catch(() => null);

function callerText({ operator, gateway }: SessionState): string {
  if (operator !== null) return t.signedIn(operator.name);
  return gateway.auth ? t.needsKey : t.noKey;
}
