import type { Brand, ClientConfig } from '@earth/contracts';
import { setConfig } from '../platform/config';

type Discover = Brand['discover'];

const discover: Discover = {
  searchBar: true,
  privateFilter: true,
  publicScenes: true,
  loginForScenes: false,
  membersCategory: 15258,
  maps: { center: [10.629, 44.698], ground: null, layers: { parks: [], mobility: [], dogs: [] } },
  offlineMenu: [],
};

const brand: Brand = {
  code: 'earth',
  name: 'Earth',
  title: 'Earth',
  description: { en: 'Calls and contents', it: 'Chiamate e contenuti' },
  appId: 'example.earth.app',
  landing: '/earth',
  offlineLanding: '/tutorial',
  loginRequired: false,
  videoCall: false,
  menu: null,
  contactBrand: 'Earth',
  menuLogoWidth: 180,
  screenshotFolder: 'Earth',
  screenshotName: { en: 'call', it: 'chiamata' },
  logLevel: 0,
  provider: null,
  logoUrl: '/logo.svg',
  coverUrl: '/cover.svg',
  colors: {
    brand: '#1f6b4f',
    brandInk: '#ffffff',
    brandDeep: '#144634',
    accentLight: '#1f6b4f',
    onAccentLight: '#ffffff',
    accentDark: '#7fd1ae',
    onAccentDark: '#0b241a',
  },
  discover,
};

const config: Omit<ClientConfig, 'brand'> = {
  apiKey: 'key',
  appCode: 'earth',
  arEnabled: false,
  callsEnabled: true,
  callTimeoutSeconds: 30,
  codeResendSeconds: 30,
  cryptoSchema: 1,
  fieldUsersDraw: false,
  maxFileBytes: 1_000_000,
  maxUsersInCall: 4,
  hasMediaServer: false,
  logKey: '',
  vapidPublicKey: 'BAUG',
  messagesPerPage: 30,
  recognition: {
    width: 480,
    height: 640,
    maxResults: 10,
    measuresQuality: true,
    debug: false,
    resultView: 'LIST',
  },
  mapStyleUrl: null,
};

/** What a server gives as `/config.json`. */
export const testConfig: ClientConfig = { ...config, brand };

interface Settings extends Partial<Omit<ClientConfig, 'brand'>> {
  readonly brand?: Partial<Omit<Brand, 'discover'>> & { readonly discover?: Partial<Discover> };
}

/** Gives the app a client configuration, as after its start. */
export const giveConfig = ({ brand: own, ...settings }: Settings = {}): void =>
  setConfig({ ...config, ...settings, brand: { ...brand, ...own, discover: { ...discover, ...own?.discover } } });
