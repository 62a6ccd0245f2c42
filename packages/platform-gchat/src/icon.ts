/** Embedded, so that reading the manifest touches no file. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" role="img" aria-label="Google Chat">
  <path d="M4 2h16a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2h-9l-4.6 4.1A.8.8 0 0 1 5 21.5V18H4a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2Z" fill="#1e8e3e"/>
  <path d="M6.5 7h11v1.8h-11Zm0 4h7.5v1.8H6.5Z" fill="#fff"/>
</svg>`;
