/** How events arrive: the platform posts them to the gateway, which needs a public address. */
export const events = { webhook: 'required', stream: 'none' } as const;
