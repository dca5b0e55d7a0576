/** Public addresses: all but IANA's registries of special-purpose addresses (RFC 6890). */
import { BlockList, isIP } from 'node:net';

const special = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  special.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of [
  // Within 2000::/3, the only range that is assigned.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  special.addSubnet(net, prefix, 'ipv6');

const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !special.check(address, 'ipv4');
  return isIP(address) === 6 && global.check(address, 'ipv6') && !special.check(address, 'ipv6');
}

/** The host of a URL without the brackets of an IPv6 address. */
export const bareHost = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

/** Whether a name can belong to the public network at all. Its addresses are checked when it is resolved. */
export function isPublicName(hostname: string): boolean {
  const host = bareHost(hostname).replace(/\.$/, '');
  if (isIP(host) !== 0) return isPublicAddress(host);
  return host.includes('.') && !/\.(localhost|local|internal|intranet|lan|home|corp|private|test|arpa)$/i.test(host);
}

/** Whether an HTTPS URL has one of the ports (443 by default). */
export const isAllowedPort = (url: string, ports: readonly number[]): boolean =>
  ports.includes(Number(new URL(url).port || 443));
