/** Every address of the app, in one table. */
import { createRootRoute, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router';
import { getConfig } from '../platform';
import { log, LogLevel } from '../platform/app-log';
import { isTutorialSkipped } from '../discover/about/model/tutorial';
import type { LandingSearch } from '../discover/about';
import { lazyPart } from '../ui/feedback/lazy-part';
import { currentLanguage } from '../shared/i18n';
import { NotFound } from '../ui/page/NotFound';
import { Protected } from './Protected';
import { namedContent, readArea, readCategory, readId, readSearch, readTab, textIn } from './read-address';
import { LANDING_IMAGE } from '../shared/start-page';
import { isInside } from '../shared/return-path';

/** Hands the failure of a page on to the boundary around the router: a crash replaces the whole app. */
function Rethrow({ error }: { readonly error: unknown }): never {
  throw error;
}

// Named once: what is loaded along with a page is written beside each import of it, in the script that all pages wait for.
const loadAbout = () => import('../discover/about');
const loadContentDetail = () => import('../discover/detail');
const loadDiscover = () => import('../discover/lists');
const loadPeople = () => import('../assist/people');
const loadRooms = () => import('../assist/rooms/pages');
const loadScenes = () => import('../discover/scenes');
const loadVisitor = () => import('../discover/menu');

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound });

const login = createRoute({
  getParentRoute: () => root,
  path: '/login/',
  validateSearch: ({ to }): { readonly to?: string | undefined } => ({ to: isInside(to) ? to : undefined }),
  component: lazyPart(() => import('../account/sign-in'), 'SignIn'),
});

/** Where the link of an invitation leads: for people who have no account yet. */
const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: lazyPart(() => import('../account/sign-in/invitation'), 'Invitation'),
});

/** Where the link of a guest leads: into one call, for people without an account. */
const guest = createRoute({
  getParentRoute: () => root,
  path: '/guest',
  component: lazyPart(() => import('../account/sign-in/guest'), 'GuestPage'),
});

/** Only for who is signed in. */
export const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Protected });

const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  // Codes were printed with this address, too. For everybody: nobody has to sign in for it.
  beforeLoad: ({ location }) => {
    const contentId = namedContent(location.search);
    if (contentId === undefined) return;
    throw redirect({
      to: '/requested-content-detail/$contentId',
      params: { contentId: String(contentId) },
      replace: true,
    });
  },
  component: lazyPart(() => import('./Home'), 'Home'),
});

const people = createRoute({
  getParentRoute: () => shell,
  path: '/people',
  component: lazyPart(loadPeople, 'People'),
});

const person = createRoute({
  getParentRoute: () => people,
  path: '$contactId',
  component: lazyPart(loadPeople, 'PersonPage'),
});

const rooms = createRoute({
  getParentRoute: () => shell,
  path: '/rooms',
  component: lazyPart(loadRooms, 'Rooms'),
});

const room = createRoute({
  getParentRoute: () => rooms,
  path: '$roomId',
  // Where in the room: the position of a message.
  validateSearch: ({ message }): { readonly message?: number | undefined } => ({ message: readId(message) }),
  component: lazyPart(loadRooms, 'RoomPage'),
});

const call = createRoute({
  getParentRoute: () => shell,
  path: '/calls/$callId',
  component: lazyPart(() => import('../assist/call-details'), 'CallPage'),
});

const settings = createRoute({
  getParentRoute: () => shell,
  path: '/settings',
  component: lazyPart(() => import('../account/profile'), 'Settings'),
});

const keys = createRoute({
  getParentRoute: () => shell,
  path: '/settings/keys',
  component: lazyPart(() => import('../account/keys'), 'KeysPage'),
});

const statistics = createRoute({
  getParentRoute: () => shell,
  path: '/settings/statistics',
  component: lazyPart(() => import('../admin/statistics'), 'StatisticsPage'),
});

const leads = createRoute({
  getParentRoute: () => shell,
  path: '/settings/leads',
  // Which is open stands in the address, so that the way back closes it.
  validateSearch: ({ lead }): { readonly lead?: string | undefined } => ({ lead: textIn(lead, 36) }),
  component: lazyPart(() => import('../admin/leads'), 'LeadsPage'),
});

/** D2.10: two addresses of the same screen. */
const profilo = createRoute({
  getParentRoute: () => root,
  path: '/profilo',
  beforeLoad: () => {
    throw redirect({ to: '/settings', replace: true });
  },
});

/** For everybody: what there is to see. */
const discover = createRoute({
  getParentRoute: () => root,
  id: 'discover',
  component: lazyPart(() => import('./DiscoverShell'), 'DiscoverShell'),
});

const explore = createRoute({
  getParentRoute: () => discover,
  path: '/earth',
  validateSearch: readSearch,
  component: lazyPart(loadDiscover, 'Explore'),
});

const members = createRoute({
  getParentRoute: () => discover,
  path: '/pre-tutorial',
  staticData: { isForMembers: () => true },
  validateSearch: (search) => ({ ...readArea(search), ...readSearch(search) }),
  component: lazyPart(loadScenes, 'Members'),
});

const scenes = createRoute({
  getParentRoute: () => discover,
  path: '/arscenes',
  // A build may demand a sign-in for AR scenes (D2.9).
  staticData: { isForMembers: () => getConfig().brand.discover.loginForScenes },
  validateSearch: readSearch,
  component: lazyPart(loadScenes, 'Scenes'),
});

const openScenes = createRoute({
  getParentRoute: () => discover,
  path: '/arscenes-nootp',
  validateSearch: readSearch,
  component: lazyPart(loadScenes, 'Scenes'),
});

const contentList = createRoute({
  getParentRoute: () => discover,
  path: '/content-list/',
  validateSearch: (search) => ({ ...readCategory(search), ...readSearch(search) }),
  component: lazyPart(loadDiscover, 'ContentList'),
});

const results = createRoute({
  getParentRoute: () => discover,
  path: '/result',
  validateSearch: readSearch,
  component: lazyPart(() => import('../discover/recognition'), 'Results'),
});

const menuList = createRoute({
  getParentRoute: () => discover,
  path: '/menu-list/',
  validateSearch: readCategory,
  component: lazyPart(loadDiscover, 'MenuList'),
});

const saved = createRoute({
  getParentRoute: () => discover,
  path: '/preferiti',
  component: lazyPart(loadDiscover, 'Saved'),
});

const notifications = createRoute({
  getParentRoute: () => discover,
  path: '/notifications',
  component: lazyPart(() => import('../account/notifications'), 'NotificationsPage'),
});

const TUTORIAL = '/tutorial';

const tutorial = createRoute({
  getParentRoute: () => discover,
  path: TUTORIAL,
  component: lazyPart(loadAbout, 'Tutorial'),
});

const terms = createRoute({
  getParentRoute: () => discover,
  path: '/terms',
  component: lazyPart(loadAbout, 'TermsPage'),
});

const credits = createRoute({
  getParentRoute: () => discover,
  path: '/credits',
  component: lazyPart(loadAbout, 'Credits'),
});

/** The contact form, for everybody: a content brings its brand, and its title as a note (D2.14). */
const contact = createRoute({
  getParentRoute: () => discover,
  path: '/contact',
  validateSearch: ({ brand, note }): { readonly brand?: string | undefined; readonly note?: string | undefined } => ({
    brand: textIn(brand, 200) || undefined,
    note: textIn(note, 1000) || undefined,
  }),
  component: lazyPart(() => import('../discover/contact'), 'Contact'),
});

interface MapSearch {
  readonly cid: number;
  readonly q?: string | undefined;
  readonly shape?: number | undefined;
}

/** A map, and which of its shapes is open: it stands in the address, so that the way back closes it. */
const contentKml = createRoute({
  getParentRoute: () => discover,
  path: '/content-kml',
  validateSearch: ({ shape, ...search }: Readonly<Record<string, unknown>>): MapSearch => ({
    ...readCategory(search),
    ...readSearch(search),
    shape: typeof shape === 'number' && Number.isSafeInteger(shape) && shape >= 0 ? shape : undefined,
  }),
  component: lazyPart(() => import('../discover/map'), 'ContentKml'),
});

const content = createRoute({
  getParentRoute: () => discover,
  path: '/content-detail/$contentId',
  validateSearch: readTab,
  component: lazyPart(loadContentDetail, 'ContentPage'),
});

const requestedContent = createRoute({
  getParentRoute: () => discover,
  path: '/requested-content-detail/$contentId',
  validateSearch: readTab,
  component: lazyPart(loadContentDetail, 'RequestedContentPage'),
});

const landingImage = createRoute({
  getParentRoute: () => root,
  path: LANDING_IMAGE,
  component: lazyPart(() => import('../discover/about'), 'LandingImage'),
});

/** Where a code on a sign leads: to the content that it names (D2.27). */
const landing = createRoute({
  getParentRoute: () => root,
  path: '/landing',
  validateSearch: ({ to, ...search }): LandingSearch => ({
    contentId: namedContent(search),
    to: isInside(to) ? to : undefined,
  }),
  component: lazyPart(loadAbout, 'Landing'),
});

/** A start waits so long for the menu, and then goes where the build says. */
const MENU_WAIT_MS = 2_000;

/** What a visitor's menu has at an address is there for the page that follows, too. Rejects where a part of the app does not come. */
async function isInMenu(address: string): Promise<boolean> {
  const [{ hasEntryAt }, { menuQuery }, { queryClient }] = await Promise.all([
    loadVisitor(),
    import('../discover/lists/model/content-queries'),
    import('../shared/queries'),
  ]);
  return hasEntryAt(await queryClient.query({ ...menuQuery(currentLanguage()), retry: false }), address);
}

/** Whether a visitor can start there. Where that is not to be learnt they can: the page says what is wrong, and asks again. */
async function canStartAt(address: string): Promise<boolean> {
  // It stands in no menu, whatever that has.
  if (address === LANDING_IMAGE) return true;
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, MENU_WAIT_MS, true));
  return await Promise.race([isInMenu(address).catch(() => true), late]);
}

/** `/splash/` and `/main/` (D2.2, D2.4): both lead to where a visitor starts, with the net and without. */
const starts = (['/splash/', '/main/'] as const).map((path) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: async () => {
      const { landing, offlineLanding } = getConfig().brand;
      const isToStart =
        (offlineLanding === TUTORIAL && isTutorialSkipped()) || (navigator.onLine && (await canStartAt(landing)));
      throw redirect({ to: isToStart ? landing : offlineLanding, replace: true });
    },
  }),
);

/** A menu entry may have an address of its own. */
const catchAll = createRoute({
  getParentRoute: () => discover,
  path: '$',
  validateSearch: readSearch,
  component: lazyPart(loadDiscover, 'CatchAll'),
});

const routeTree = root.addChildren([
  login,
  invitation,
  guest,
  profilo,
  landing,
  landingImage,
  ...starts,
  discover.addChildren([
    explore,
    members,
    scenes,
    openScenes,
    contentList,
    results,
    menuList,
    saved,
    contact,
    contentKml,
    content,
    requestedContent,
    notifications,
    tutorial,
    terms,
    credits,
    catchAll,
  ]),
  shell.addChildren([
    home,
    rooms.addChildren([room]),
    people.addChildren([person]),
    call,
    settings,
    keys,
    statistics,
    leads,
  ]),
]);

export function createAppRouter() {
  const router = createRouter({
    routeTree,
    // `/login/` is a fixed address (D2.12); the others stand without the slash.
    trailingSlash: 'preserve',
    scrollRestoration: true,
    // What one goes on to begins at its top; what one comes back to is where it was.
    scrollToTopSelectors: ['[data-scroll-restoration-id="discover"]', '[data-scroll-restoration-id="assist"]'],
    disableGlobalCatchBoundary: true,
    defaultErrorComponent: Rethrow,
    defaultPendingMs: 150,
  });
  // Which page it is, and nothing of what it shows: a crash log carries it.
  router.subscribe('onResolved', () => log(LogLevel.verbose, `page: ${router.state.matches.at(-1)?.fullPath ?? ''}`));
  return router;
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
  interface StaticDataRouteOption {
    /** Whether a page of Discover is only for who is signed in. */
    readonly isForMembers?: () => boolean;
  }
}
