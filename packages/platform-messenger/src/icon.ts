/** Embedded, so that reading the manifest touches no file. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" role="img" aria-label="Messenger">
  <path d="M12 1C5.8 1 1 5.5 1 11.5c0 3.100 1.300 5.900 3.500 7.800V23l3.300-1.800c1.300.5 2.700.8 4.200.8 6.200 0 11-4.500 11-10.500S18.200 1 12 1Z" fill="#7a3ff2"/>
  <path d="m5 14.600 5.200-5.5 3.400 3 5.400-3-5.200 5.5-3.400-3Z" fill="#fff"/>
</svg>`;
