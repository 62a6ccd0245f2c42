import type { Outgoing } from '../ports.js';
import type { AddressVault } from './address-vault.js';

/** Fewer letters than this are no secret that a text could be searched for. */
const MIN_SECRET_LENGTH = 4;

/** Posts to addresses as they are stored. What comes back is kept, so it must not quote the password that was sent. */
export function sealedOutgoing(outgoing: Outgoing, addresses: AddressVault): Outgoing {
  return {
    ...outgoing,
    async post(request) {
      const url = addresses.open(request.url);
      const hide = secretFilter(url);
      try {
        const reply = await outgoing.post({ ...request, url });
        return { ...reply, body: hide(reply.body) };
      } catch (error) {
        if (error instanceof Error) error.message = hide(error.message);
        throw error;
      }
    },
  };
}

function secretFilter(address: string): (text: string) => string {
  const { username, password } = new URL(address);
  if (username === '' && password === '') return (text) => text;
  const basic = Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64');
  const secret = password === '' ? username : password;
  const secrets = [basic, secret, decoded(secret)].filter(({ length }) => length >= MIN_SECRET_LENGTH);
  return (text) => secrets.reduce(removeSecret, text);
}

/** Also without its beginning at the end: long answers are cut off. */
function removeSecret(text: string, secret: string): string {
  const rest = text.replaceAll(secret, '[secret]');
  for (let length = secret.length - 1; length >= MIN_SECRET_LENGTH; length -= 1) {
    if (rest.endsWith(secret.slice(0, length))) return `${rest.slice(0, -length)}[secret]`;
  }
  return rest;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
