import {
  acceptInvitation,
  createClient,
  createInvitation,
  setUp,
  signIn,
  type BodyInput,
  type Role,
  type SessionState,
} from '@gateway/contract';

/** The session cookie for a browser. */
interface SessionCookie {
  readonly name: string;
  readonly value: string;
  readonly url: string;
}

/** An operator with a session. */
export interface TestOperator {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly role: Role;
  /** Calls the contract's routes as this operator. */
  readonly call: ReturnType<typeof createClient>;
}

export type TestOperators = Readonly<Record<Role, TestOperator>>;

const PASSWORD = 'correct horse battery staple';
const accounts: Record<Role, { readonly name: string; readonly email: string }> = {
  owner: { name: 'Ada Lovelace', email: 'ada@example.com' },
  operator: { name: 'Grace Hopper', email: 'grace@example.com' },
  viewer: { name: 'Alan Turing', email: 'alan@example.com' },
};

/** A client that keeps the session cookie, as a browser does. */
function createBrowserClient(url: string) {
  let cookie = '';
  const send: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('origin', url);
    if (cookie !== '') headers.set('cookie', cookie);
    const response = await fetch(input, { ...init, headers });
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    return response;
  };
  return {
    call: createClient({ baseUrl: url, fetch: send }),
    cookie: (): SessionCookie => {
      const [name = '', value = ''] = cookie.split('=');
      return { name, value, url };
    },
  };
}

async function register(
  url: string,
  role: Role,
  submit: (call: TestOperator['call'], account: BodyInput<typeof acceptInvitation>) => Promise<SessionState>,
  token: string,
): Promise<TestOperator> {
  const { call } = createBrowserClient(url);
  const account = { ...accounts[role], password: PASSWORD };
  await submit(call, { ...account, token });
  return { ...account, role, call };
}

const tokenOf = (link: string) => link.slice(link.indexOf('#token=') + '#token='.length);

/** Creates the owner with the printed setup link and the other operators with invitations. */
export async function createOperators(url: string, setUpLink: string): Promise<TestOperators> {
  const owner = await register(url, 'owner', (call, body) => call(setUp, { body }), tokenOf(setUpLink));
  const invited = async (role: Role) => {
    const { link } = await owner.call(createInvitation, { body: { role } });
    return register(url, role, (call, body) => call(acceptInvitation, { body }), tokenOf(link));
  };
  return { owner, operator: await invited('operator'), viewer: await invited('viewer') };
}

/** Creates another operator by an invitation, for tests that change it. */
export async function createOperatorWith(url: string, owner: TestOperator, role: Role, name = 'Edsger Dijkstra') {
  const { call, cookie } = createBrowserClient(url);
  const { link } = await owner.call(createInvitation, { body: { role } });
  const account = { name, email: `${role}-${Date.now()}@example.com`, password: PASSWORD };
  const { operator } = await call(acceptInvitation, { body: { ...account, token: tokenOf(link) } });
  if (operator === null) throw new Error('The invitation was not accepted.');
  return { ...account, id: operator.id, cookie: cookie(), call };
}

/** Signs an operator in with a new session. */
export async function signInAgain(url: string, { email, password }: TestOperator) {
  const { call, cookie } = createBrowserClient(url);
  await call(signIn, { body: { email, password } });
  return { call, cookie: cookie() };
}
