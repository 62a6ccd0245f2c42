import { limits } from '@gateway/contract/values';

/** An id made of a name: "Émile Zola" becomes "emile-zola". Empty where the name has no such letters. */
export function slugOf(name: string): string {
  const ascii = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return ascii
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, limits.channelId);
}
