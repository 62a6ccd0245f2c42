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

/** What a browser is given to be signed in. */
interface SessionCookie {
  readonly name: string;
  readonly value: string;
  readonly url: string;
}

/** A person with a session of their own. */
export interface Person {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly role: Role;
  /** Calls the contract's routes as this person. */
  readonly call: ReturnType<typeof createClient>;
}

export type People = Readonly<Record<Role, Person>>;

const passwords = 'correct horse battery staple';
const known: Record<Role, { readonly name: string; readonly email: string }> = {
  owner: { name: 'Ada Lovelace', email: 'ada@example.com' },
  operator: { name: 'Grace Hopper', email: 'grace@example.com' },
  viewer: { name: 'Alan Turing', email: 'alan@example.com' },
};

/** Keeps the cookie that a call sets, and sends it with the next ones, as a browser does. */
function browserOf(url: string) {
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

async function enter(
  url: string,
  role: Role,
  become: (call: Person['call'], person: BodyInput<typeof acceptInvitation>) => Promise<SessionState>,
  token: string,
): Promise<Person> {
  const { call } = browserOf(url);
  const person = { ...known[role], password: passwords };
  await become(call, { ...person, token });
  return { ...person, role, call };
}

const tokenOf = (link: string) => link.slice(link.indexOf('#token=') + '#token='.length);

/** The first operator by the printed link, the two others by invitations. */
export async function gatherPeople(url: string, setUpLink: string): Promise<People> {
  const owner = await enter(url, 'owner', (call, body) => call(setUp, { body }), tokenOf(setUpLink));
  const invited = async (role: Role) => {
    const { link } = await owner.call(createInvitation, { body: { role } });
    return enter(url, role, (call, body) => call(acceptInvitation, { body }), tokenOf(link));
  };
  return { owner, operator: await invited('operator'), viewer: await invited('viewer') };
}

/** Signs a person in once more, in a browser of its own. */
export async function signInAgain(url: string, { email, password }: Person) {
  const { call, cookie } = browserOf(url);
  await call(signIn, { body: { email, password } });
  return { call, cookie: cookie() };
}
