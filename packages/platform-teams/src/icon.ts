/** Embedded, so that reading the manifest touches no file. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" role="img" aria-label="Microsoft Teams">
  <circle cx="18.5" cy="7" r="2.5" fill="#7b83eb"/>
  <path d="M14 10h7.2c.4 0 .8.4.8.8v4.4a4 4 0 0 1-4 4 4 4 0 0 1-4-4Z" fill="#7b83eb"/>
  <circle cx="12.5" cy="5.5" r="3.5" fill="#5059c9"/>
  <path d="M8 10h9c.6 0 1 .4 1 1v6a5.5 5.5 0 0 1-11 0v-6c0-.6.4-1 1-1Z" fill="#5059c9"/>
  <rect x="2" y="7" width="10" height="10" rx="1" fill="#444791"/>
  <path d="M4.5 9.5h5M7 9.5v5.5" stroke="#fff" stroke-width="1.4" fill="none"/>
</svg>`;
