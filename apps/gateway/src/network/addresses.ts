import { BlockList, isIP } from 'node:net';

/** Which addresses the gateway may send requests to. */
export interface AddressRules {
  /** Why a host may not be reached; null: it may, or it is a name that must be checked when it is resolved. */
  refusesHost(host: string): string | null;
  /** Why a resolved address of a host may not be reached; null: it may. */
  refusesAddress(host: string, address: string): string | null;
  /** Whether an address cannot be reached from the internet. */
  isPrivate(address: string): boolean;
}

const forbidden = blockList([
  '0.0.0.0/8',
  '169.254.0.0/16',
  '224.0.0.0/4',
  '255.255.255.255/32',
  '::/128',
  'fe80::/10',
  'ff00::/8',
]);
const privateNetworks = blockList([
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '240.0.0.0/4',
  '::1/128',
  'fc00::/7',
  'fec0::/10',
  '::ffff:0:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '2002::/16',
  '2001::/32',
]);

/**
 * Link-local, unspecified and multicast addresses are always refused. Private and loopback addresses are refused unless
 * `privateAllowed` is set or `allowed` (hosts, addresses, networks) names them.
 */
export function createAddressRules({
  privateAllowed,
  allowed: given,
}: {
  privateAllowed: boolean;
  /** Null: no setting allows a private address. */
  allowed: readonly string[] | null;
}): AddressRules {
  const allowed = given ?? [];
  const networks = blockList(allowed.filter((entry) => isIP(entry.replace(/\/\d+$/, '')) !== 0));
  const hosts = new Set(allowed.map((entry) => entry.toLowerCase()));

  function refusesAddress(host: string, given: string): string | null {
    const address = unmapped(given);
    if (contains(forbidden, address))
      return `${host} is a link-local, unspecified or multicast address, which the gateway never calls.`;
    if (privateAllowed || !contains(privateNetworks, address)) return null;
    if (hosts.has(host.toLowerCase().replace(/\.$/, '')) || contains(networks, address)) return null;
    return given === null
      ? `${host} is a private address, which is not allowed here.`
      : `${host} is a private address: name it in OUTBOUND_ALLOWED_HOSTS to allow it.`;
  }

  return {
    refusesAddress,
    isPrivate: (address) => [forbidden, privateNetworks].some((networks) => contains(networks, unmapped(address))),
    refusesHost(host) {
      const bare = host.replace(/^\[|\]$/g, '');
      if (isIP(bare) !== 0) return refusesAddress(bare, bare);
      const name = bare.toLowerCase().replace(/\.$/, '');
      return name === 'localhost' || name.endsWith('.localhost') ? refusesAddress(name, '127.0.0.1') : null;
    },
  };
}

/** A test whether an address is in one of these networks. */
export function createNetworks(entries: readonly string[]): (address: string) => boolean {
  const networks = blockList(entries);
  return (address) => isIP(address) !== 0 && contains(networks, unmapped(address));
}

const loopback = blockList(['127.0.0.0/8', '::1/128']);

/** Whether only this machine can reach a listening host (a name or an address). */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase();
  return isIP(bare) === 0 ? bare === 'localhost' || bare.endsWith('.localhost') : contains(loopback, bare);
}

function blockList(entries: readonly string[]): BlockList {
  const blocks = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    blocks.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family);
  }
  return blocks;
}

function contains(blocks: BlockList, address: string): boolean {
  return blocks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** Converts IPv4-mapped IPv6 addresses (`::ffff:127.0.0.1`, `::ffff:7f00:1`, `::7f00:1`) to IPv4. Returns others unchanged. */
export function unmapped(address: string): string {
  const dotted = /^::(?:ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (dotted) return dotted[1] ?? address;
  const hex = /^::(?:ffff:)?([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(address);
  if (!hex) return address;
  const [high, low] = [Number.parseInt(hex[1] ?? '', 16), Number.parseInt(hex[2] ?? '', 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
