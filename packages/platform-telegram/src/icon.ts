/** Embedded, so that reading the manifest touches no file. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" role="img" aria-label="Telegram">
  <circle cx="12" cy="12" r="12" fill="#2a9fd8"/>
  <path d="M18.6 6.2 4.9 11.5c-.6.2-.6 1 0 1.2l3.3 1.1 1.4 4.1c.2.5.8.6 1.2.3l2-1.8 3.4 2.5c.4.3 1 .1 1.1-.4l2.4-11.3c.1-.7-.5-1.2-1.1-1Z" fill="#fff"/>
  <path d="m8.2 13.8 8-5.3-5.9 6.3-.7 3.1Z" fill="#bfe3f5"/>
</svg>`;
