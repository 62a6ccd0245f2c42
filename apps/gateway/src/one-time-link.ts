const pages = { setup: 'setup', invitation: 'invite', password: 'reset' } as const;

/** The address of a one-time link. The token is in the fragment, which browsers keep to themselves: no server's log sees it. */
export function linkOf(origin: string, purpose: keyof typeof pages, token: string): string {
  return `${origin}/console/${pages[purpose]}#token=${token}`;
}
