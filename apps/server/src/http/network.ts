/** Key of an address for the rate limits. An IPv6 address counts as its /64, since a subscriber has a whole /64. */
export function networkOf(ip: string): string {
  if (!ip.includes(':') || ip.includes('.')) return ip.replace(/^.*:/, '');
  const [head = '', tail] = ip.split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - groups.length - after.length;
  return [...groups, ...Array.from({ length: zeros }, () => '0'), ...after].slice(0, 4).join(':');
}
