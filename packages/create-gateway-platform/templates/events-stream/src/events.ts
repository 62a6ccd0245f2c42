/** How events arrive: on a socket that the adapter keeps open, so the gateway needs no public address. */
export const events = { webhook: 'none', stream: 'socket' } as const;
