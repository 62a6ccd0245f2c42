/** The network of an IPv6 address (/64), because one client usually has all of its addresses; an IPv4 address itself. */
export function networkOf(address: string): string {
  return address.includes(':') ? groupsOf(address).slice(0, 4).join(':') : address;
}

/** The larger network of an IPv6 address (/48), which a provider can give to one client; null: an IPv4 address. */
export function wideNetworkOf(address: string): string | null {
  return address.includes(':') ? groupsOf(address).slice(0, 3).join(':') : null;
}

function groupsOf(address: string): string[] {
  const [before = '', after] = (address.split('%')[0] ?? '').split('::');
  const [left = [], right = []] = [before, after ?? ''].map((groups) => (groups === '' ? [] : groups.split(':')));
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return [...left, ...zeros, ...right];
}
