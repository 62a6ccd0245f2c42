import type { PushMessages } from '@gateway/core';

/** Encryption of pushes. The library is loaded at the first use, and sends nothing itself. */
export function createPushMessages(): PushMessages {
  const load = async () => (await import('web-push')).default;
  return {
    newKeys: async () => (await load()).generateVAPIDKeys(),
    async encrypt({ endpoint, p256dh, auth }, text, { keys, subject }, { ttlSec, urgency, topic }) {
      const { headers, body } = (await load()).generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
        vapidDetails: { subject, ...keys },
        TTL: ttlSec,
        urgency,
        topic,
        contentEncoding: 'aes128gcm',
      });
      // The client of the request sets the length.
      const { 'Content-Length': _length, ...others } = headers;
      return {
        headers: Object.fromEntries(Object.entries(others).map(([name, value]) => [name.toLowerCase(), value])),
        body,
      };
    },
  };
}
