import { createRoute } from '@tanstack/react-router';
import { readTable } from '../admin/contents/table-search';
import { lazyPart } from '../ui/feedback/lazy-part';
import { shell } from './base-routes';
import { readId, textIn } from './read-address';

const loadAdmin = () => import('../admin/shell');

/** The back office: its sections are listed in `web/admin/shell/sections.ts`. */
const admin = createRoute({
  getParentRoute: () => shell,
  path: '/admin',
  component: lazyPart(loadAdmin, 'AdminShell'),
});

const adminHome = createRoute({
  getParentRoute: () => admin,
  path: '/',
  component: lazyPart(loadAdmin, 'AdminHome'),
});

const contents = createRoute({
  getParentRoute: () => admin,
  path: 'contents',
  validateSearch: readTable,
  component: lazyPart(() => import('../admin/contents'), 'ContentsPage'),
});

const log = createRoute({
  getParentRoute: () => admin,
  path: 'log',
  component: lazyPart(() => import('../admin/log'), 'LogPage'),
});

const statistics = createRoute({
  getParentRoute: () => admin,
  path: 'statistics',
  component: lazyPart(() => import('../admin/statistics'), 'StatisticsPage'),
});

const usage = createRoute({
  getParentRoute: () => admin,
  path: 'usage',
  component: lazyPart(() => import('../admin/usage'), 'UsagePage'),
});

const notices = createRoute({
  getParentRoute: () => admin,
  path: 'notices',
  validateSearch: ({ notice }): { readonly notice?: string | undefined } => ({ notice: textIn(notice, 36) }),
  component: lazyPart(() => import('../admin/notices'), 'NoticesPage'),
});

const leads = createRoute({
  getParentRoute: () => admin,
  path: 'leads',
  // The open item is part of the address, so that a step back closes it.
  validateSearch: ({ lead }): { readonly lead?: string | undefined } => ({ lead: textIn(lead, 36) }),
  component: lazyPart(() => import('../admin/leads'), 'LeadsPage'),
});

const people = createRoute({
  getParentRoute: () => admin,
  path: 'people',
  validateSearch: ({ person }): { readonly person?: string | undefined } => ({ person: textIn(person, 36) }),
  component: lazyPart(() => import('../admin/people'), 'PeoplePage'),
});

const menuEditor = createRoute({
  getParentRoute: () => admin,
  path: 'menu',
  component: lazyPart(() => import('../admin/menu'), 'MenuPage'),
});

const scenes = createRoute({
  getParentRoute: () => admin,
  path: 'scenes',
  validateSearch: ({ scene }): { readonly scene?: number | undefined } => ({ scene: readId(scene) }),
  component: lazyPart(() => import('../admin/scenes'), 'ScenesPage'),
});

const catalogues = createRoute({
  getParentRoute: () => admin,
  path: 'catalogues',
  component: lazyPart(() => import('../admin/catalogues'), 'CataloguesPage'),
});

const webhooks = createRoute({
  getParentRoute: () => admin,
  path: 'webhooks',
  // The open item is part of the address, so that a step back closes it.
  validateSearch: ({ webhook }): { readonly webhook?: string | undefined } => ({ webhook: textIn(webhook, 36) }),
  component: lazyPart(() => import('../admin/webhooks'), 'WebhooksPage'),
});

const tokens = createRoute({
  getParentRoute: () => admin,
  path: 'tokens',
  component: lazyPart(() => import('../admin/tokens'), 'TokensPage'),
});

const company = createRoute({
  getParentRoute: () => admin,
  path: 'company',
  // The open part is part of the address, so that a step back closes it.
  validateSearch: ({ part }): { readonly part?: string | undefined } => ({ part: textIn(part, 10) }),
  component: lazyPart(() => import('../admin/company'), 'CompanyPage'),
});

const server = createRoute({
  getParentRoute: () => admin,
  path: 'server',
  component: lazyPart(() => import('../admin/server'), 'ServerPage'),
});

export const adminRoutes = admin.addChildren([
  adminHome,
  contents,
  people,
  statistics,
  usage,
  notices,
  leads,
  menuEditor,
  scenes,
  catalogues,
  company,
  webhooks,
  tokens,
  log,
  server,
]);
