/** The HTML page that contains swagger-ui. */
export const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Gateway API</title>
    <link rel="icon" href="/docs/favicon-32x32.png" />
    <script src="/docs/theme.js"></script>
    <link rel="stylesheet" href="/docs/swagger-ui.css" />
    <style>
      body { margin: 0; }
      #caller { margin: 0; padding: 0.75rem 1.25rem; font: 0.875rem/1.5 system-ui, sans-serif; }
      #caller:empty { display: none; }
      .swagger-ui .info { margin: 1.5rem 0; }
    </style>
  </head>
  <body>
    <p id="caller" role="status"></p>
    <div id="reference"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

/** Runs before the first paint. The theme is that of the console in the same browser. */
export const theme = `const system = matchMedia('(prefers-color-scheme: dark)');

function paint() {
  let chosen = null;
  try {
    chosen = localStorage.getItem('theme');
  } catch {
    // Storage may be blocked: use the system's theme.
  }
  document.documentElement.classList.toggle('dark-mode', chosen === 'dark' || (chosen !== 'light' && system.matches));
}

paint();
system.addEventListener('change', paint);
addEventListener('storage', paint);
`;

/** Runs when swagger-ui is loaded. */
export const start = `// Sends requests to the origin of this page. The OpenAPI document names the public address, which can be a different one.
function toThisOrigin(request) {
  const { pathname, search } = new URL(request.url, location.href);
  request.url = location.origin + pathname + search;
  return request;
}

SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  validatorUrl: null,
  tryItOutEnabled: true,
  requestInterceptor: toThisOrigin,
});

function callerText({ operator, gateway }) {
  if (operator !== null) return 'You are signed in to the console as ' + operator.name + ': requests from this page are made in your name.';
  if (gateway.auth) return 'To try a request, press Authorize and enter an API key, or sign in to the console first.';
  return 'This gateway accepts requests without an API key.';
}

fetch('/console/session')
  .then((response) => response.json())
  .then((session) => (document.getElementById('caller').textContent = callerText(session)))
  // The reference works without this text.
  .catch(() => undefined);
`;
