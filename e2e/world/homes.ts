/** Homes: a device behind a router each, in network namespaces, and an internet that this machine is in too. */
import { ip, ipIfPossible } from './netns';

/** Of nothing but what tests make, because all of it is removed; short, because names of interfaces have at most 15 characters. */
const PREFIX = 'earth-e2e-';
const INTERNET = `${PREFIX}internet`;
const HOST_LINK = `${PREFIX}host`;
const NETWORK = '10.231.2';
/** This machine's address in that internet. */
export const HOST_ADDRESS = `${NETWORK}.1`;

/** The router's interfaces: to the device, and to the internet. The device has only the first. */
export const LAN = 'lan';
export const WAN = 'wan';

/**
 * What the router makes of the port that the device sends from. `keepsPorts`: the same for all destinations, so that others can answer to
 * it. `changesPorts`: another for each destination, so that only the destination itself can answer.
 */
export type Nat = 'keepsPorts' | 'changesPorts';

export interface Home {
  /** Namespaces. */
  readonly device: string;
  readonly router: string;
  /** The first three numbers of the device's address. */
  readonly network: string;
}

export function removeInternet() {
  // Namespaces end a while after their removal, and what is in them.
  ipIfPossible(`link del ${HOST_LINK}`);
  const names = ip('netns list')
    .split('\n')
    .map((line) => line.split(' ')[0] ?? '');
  for (const name of names.filter((name) => name.startsWith(PREFIX))) ip(`netns del ${name}`);
}

function addNamespace(name: string) {
  ip(`netns add ${name}`);
  ip(`-n ${name} link set lo up`);
}

/** Joins a namespace, or this machine, to the internet. @param at the last number of the address */
function plugIn(link: string, at: number, namespace?: string) {
  const port = `port${at}`;
  const inside = namespace === undefined ? [] : ['-n', namespace];
  ip(`link add ${PREFIX}${at} type veth peer name ${port} netns ${INTERNET}`);
  ip(`-n ${INTERNET} link set ${port} master bridge up`);
  if (namespace !== undefined) ip(`link set ${PREFIX}${at} netns ${namespace}`);
  const there = (command: string) => ip([...inside, command].join(' '));
  there(`link set ${PREFIX}${at} name ${link}`);
  there(`addr add ${NETWORK}.${at}/24 dev ${link}`);
  there(`link set ${link} up`);
}

/** An internet without homes, after the removal of one that an aborted test has left. */
export function createInternet() {
  removeInternet();
  addNamespace(INTERNET);
  ip(`-n ${INTERNET} link add bridge type bridge`);
  ip(`-n ${INTERNET} link set bridge up`);
  plugIn(HOST_LINK, 1);
}

/** Gives the device an address. @param at its last number */
export function connectDevice({ device, network }: Home, at: number) {
  ip(`-n ${device} addr add ${network}.${at}/24 dev ${LAN}`);
  ip(`-n ${device} route replace default via ${network}.1`);
}

export const nft = ({ router }: Home, command: string) => ip(`netns exec ${router} nft ${command}`);

/** The router drops packets that nobody inside has asked for, and answers nothing, as home routers do. */
function putBehindNat(home: Home, nat: Nat) {
  nft(home, 'add table ip nat');
  nft(home, 'add chain ip nat leaving { type nat hook postrouting priority 100 ; }');
  nft(home, `add rule ip nat leaving oifname ${WAN} masquerade${nat === 'changesPorts' ? ' fully-random' : ''}`);
  for (const hook of ['input', 'forward']) {
    nft(home, `add chain ip nat ${hook} { type filter hook ${hook} priority 0 ; }`);
    nft(home, `add rule ip nat ${hook} iifname ${WAN} ct state new,invalid drop`);
  }
}

/**
 * @param number from 1
 * @param nat null: the device can be reached from the internet under its own address
 */
export function addHome(number: number, nat: Nat | null): Home {
  const network = `10.231.${10 + number}`;
  const home = { device: `${PREFIX}device-${number}`, router: `${PREFIX}router-${number}`, network };
  const { device, router } = home;
  addNamespace(device);
  addNamespace(router);
  ip(`link add ${LAN} netns ${device} type veth peer name ${LAN} netns ${router}`);
  ip(`-n ${router} addr add ${network}.1/24 dev ${LAN}`);
  for (const name of [device, router]) ip(`-n ${name} link set ${LAN} up`);
  plugIn(WAN, 10 + number, router);
  ip(`netns exec ${router} sysctl -qw net.ipv4.ip_forward=1`);
  if (nat) putBehindNat(home, nat);
  else ip(`route add ${network}.0/24 via ${NETWORK}.${10 + number}`);
  connectDevice(home, 2);
  return home;
}
