/** Embedded, so that reading the manifest touches no file. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" role="img" aria-label="WhatsApp">
  <circle cx="12" cy="12" r="12" fill="#1fa855"/>
  <path d="m5.2 18.8 1-3.6a6.9 6.9 0 1 1 2.6 2.6Z" fill="#fff"/>
  <path d="M9.4 8.1c.3-.3.8-.3 1 .1l.7 1.4c.1.3.1.6-.1.8l-.5.6c.6 1.1 1.4 1.9 2.5 2.5l.6-.5c.2-.2.5-.2.8-.1l1.4.7c.4.2.4.7.1 1-.6.7-1.5 1-2.4.7-2.4-.8-4-2.4-4.8-4.8-.3-.9 0-1.8.7-2.4Z" fill="#1fa855"/>
</svg>`;
