/** How events arrive: the adapter polls for them, so the gateway needs no public address. */
export const events = { webhook: 'none', stream: 'polling' } as const;
