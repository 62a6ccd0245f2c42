/** An id that nobody else has made: 128 random bits. Also where `randomUUID` is missing (plain http from another machine). */
export function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
