import type { Response } from 'express';

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const style = `:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;display:grid;place-content:center;min-height:90vh;margin:0;padding:1rem}
main{max-width:28rem}h1{font-size:1.25rem}`;

export interface SmallPage {
  readonly title: string;
  readonly text: string;
  /** A path of this gateway, and the text of its link. */
  readonly next: { readonly path: string; readonly text: string };
  /** Whether the browser opens `next` at once. */
  readonly goOn?: boolean;
}

/**
 * Sends a page without scripts. A page that goes on makes the next request one of this site: the session cookie, which is
 * `SameSite=Strict`, is not sent with a redirect that begins at another site.
 */
export function sendPage(response: Response, status: number, { title, text, next, goOn = false }: SmallPage): void {
  const path = escaped(next.path);
  const refresh = goOn ? `<meta http-equiv="refresh" content="0;url=${path}">` : '';
  response
    .status(status)
    .set('content-security-policy', policy)
    .type('html')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
        `${refresh}<title>${escaped(title)} · Gateway</title><style>${style}</style></head>` +
        `<body><main><h1>${escaped(title)}</h1><p>${escaped(text)}</p><p><a href="${path}">${escaped(next.text)}</a></p></main></body></html>`,
    );
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
