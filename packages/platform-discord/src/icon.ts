/** Embedded, so that reading the manifest touches no file. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" role="img" aria-label="Discord">
  <circle cx="12" cy="12" r="12" fill="#5865f2"/>
  <path d="M7.2 7.4c3-1.5 6.6-1.5 9.6 0 1.6 2.6 2.3 5.4 2.1 8.2-1.2.9-2.4 1.4-3.6 1.7l-.9-1.5c-1.6.4-3.2.4-4.8 0l-.9 1.5c-1.2-.3-2.4-.8-3.6-1.7-.2-2.8.5-5.6 2.1-8.2Z" fill="#fff"/>
  <circle cx="9.5" cy="12.4" r="1.4" fill="#5865f2"/>
  <circle cx="14.5" cy="12.4" r="1.4" fill="#5865f2"/>
</svg>`;
