import type { Outgoing } from '../ports/system.js';
import type { AddressVault } from './address-vault.js';

/** Shorter secrets are not searched for: they would match ordinary text. */
const MIN_SECRET_LENGTH = 4;

/** Posts to stored addresses. The response is stored, so a password that it quotes is hidden. */
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

/** Removes a secret, and the start of it at the end of the text: long responses are truncated. */
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
