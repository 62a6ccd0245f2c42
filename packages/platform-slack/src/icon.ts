/** Embedded, so that reading the manifest touches no file. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" role="img" aria-label="Slack">
  <rect width="24" height="24" rx="5" fill="#4a154b"/>
  <g fill="none" stroke-width="2.6" stroke-linecap="round">
    <path d="M9.6 5.4v5" stroke="#36c5f0"/>
    <path d="M13.6 9.6h5" stroke="#2eb67d"/>
    <path d="M14.4 13.6v5" stroke="#ecb22e"/>
    <path d="M5.4 14.4h5" stroke="#e01e5a"/>
  </g>
</svg>`;
