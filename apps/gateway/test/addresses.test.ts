import { describe, expect, it } from 'vitest';
import { createAddressRules } from '../src/network/addresses.js';

const hostOf = (address: string) => new URL(`http://${address.includes(':') ? `[${address}]` : address}/`).hostname;
const neverReached = [
  '0.0.0.0',
  '0.1.2.3',
  '169.254.169.254',
  '169.254.0.1',
  '224.0.0.1',
  '239.255.255.255',
  '255.255.255.255',
  '::',
  'fe80::1',
  'ff02::1',
  '::ffff:169.254.169.254',
  '::ffff:a9fe:a9fe',
  '::ffff:0.0.0.0',
];
const privately = [
  '127.0.0.1',
  '127.255.255.254',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '100.64.0.1',
  '::1',
  'fd00::1',
  'fc00::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:10.0.0.1',
  '64:ff9b::7f00:1',
  '::ffff:0:7f00:1',
  '2002:7f00:1::',
  '198.18.0.1',
];
const publicly = ['93.184.216.34', '8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '::ffff:8.8.8.8'];

describe('outbound address rules', () => {
  const strict = createAddressRules({ privateAllowed: false, allowed: [] });
  const open = createAddressRules({ privateAllowed: true, allowed: [] });

  it.each(neverReached)('never allow %s', (address) => {
    const named = createAddressRules({ privateAllowed: true, allowed: ['0.0.0.0/0', '::/0', address] });
    for (const rules of [strict, open, named]) {
      expect(rules.refusesHost(hostOf(address))).toContain('never calls');
      expect(rules.refusesAddress('rebound.example.com', address)).toContain('never calls');
    }
  });

  it.each(privately)('with authentication allow %s only when OUTBOUND_ALLOWED_HOSTS names it', (address) => {
    expect(open.refusesHost(hostOf(address))).toBeNull();
    expect(strict.refusesHost(hostOf(address))).toContain('OUTBOUND_ALLOWED_HOSTS');
    expect(strict.refusesAddress('rebound.example.com', address)).toContain('OUTBOUND_ALLOWED_HOSTS');
  });

  it.each(publicly)('always allow %s', (address) => {
    for (const rules of [strict, open]) {
      expect(rules.refusesHost(hostOf(address))).toBeNull();
      expect(rules.refusesAddress('agent.example.com', address)).toBeNull();
    }
  });

  it.each([
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://0x7f.1/',
    'http://localhost/',
    'http://LOCALHOST./',
    'http://agent.localhost/',
    'http://[::ffff:127.0.0.1]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://①②⑦.0.0.1/',
  ])('treat %s as loopback', (url) => {
    expect(strict.refusesHost(new URL(url).hostname)).toContain('OUTBOUND_ALLOWED_HOSTS');
  });

  it('allow named hosts, addresses and networks', () => {
    const rules = createAddressRules({
      privateAllowed: false,
      allowed: ['agent.internal', '10.0.0.7', '192.168.0.0/16', 'fd00::/8', 'localhost', '::1'],
    });
    expect(rules.refusesAddress('agent.internal', '10.9.9.9')).toBeNull();
    expect(rules.refusesAddress('AGENT.internal.', '10.9.9.9')).toBeNull();
    expect(rules.refusesAddress('other.internal', '10.9.9.9')).not.toBeNull();
    expect(rules.refusesAddress('any.example.com', '10.0.0.7')).toBeNull();
    expect(rules.refusesAddress('any.example.com', '::ffff:10.0.0.7')).toBeNull();
    expect(rules.refusesHost('10.0.0.8')).not.toBeNull();
    expect(rules.refusesHost('192.168.77.1')).toBeNull();
    expect(rules.refusesHost('[fd12::1]')).toBeNull();
    expect(rules.refusesHost('[fc12::1]')).not.toBeNull();
    expect(rules.refusesHost('localhost')).toBeNull();
    expect(rules.refusesHost('[::1]')).toBeNull();
    expect(rules.refusesHost('127.0.0.1')).not.toBeNull();
  });
});
