const pages = { setup: 'setup', invitation: 'invite', password: 'reset' } as const;

/** The address of a one-time link. The token is in the fragment, which browsers do not send, so that no server logs it. */
export function linkOf(origin: string, purpose: keyof typeof pages, token: string): string {
  return `${origin}/console/${pages[purpose]}#token=${token}`;
}
