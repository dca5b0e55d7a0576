/** The route table of the app. */
import { RECOGNITION_CODE } from '@earth/contracts';
import { createRoute, redirect } from '@tanstack/react-router';
import { getConfig } from '../platform';
import { isTutorialSkipped } from '../discover/about/model/tutorial';
import type { CallSearch } from '../assist/history/all';
import type { LandingSearch } from '../discover/about';
import { lazyPart } from '../ui/feedback/lazy-part';
import { adminRoutes } from './admin-routes';
import { discover, root, shell } from './base-routes';
import { contentEditor, discoverView, discoverViews } from './editor-routes';
import { canStartAt } from './can-start-at';
import {
  namedContent,
  readArea,
  readArStart,
  readCategory,
  readContact,
  readId,
  readMap,
  readModel,
  readSearch,
  readTab,
} from './read-address';
import { LANDING_IMAGE } from '../shared/start-page';
import { isInside } from '../shared/return-path';

// Defined once: each dynamic import adds its list of preloads to the entry script.
const loadAbout = () => import('../discover/about');
const loadContentDetail = () => import('../discover/detail');
const loadDiscover = () => import('../discover/lists');
const loadPeople = () => import('../assist/people');
const loadRooms = () => import('../assist/rooms/pages');
const loadScenes = () => import('../discover/scenes');

const login = createRoute({
  getParentRoute: () => root,
  path: '/login/',
  validateSearch: ({ to }): { readonly to?: string | undefined } => ({ to: isInside(to) ? to : undefined }),
  component: lazyPart(() => import('../account/sign-in'), 'SignIn'),
});

/** The target of an invitation link, for people without an account. */
const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: lazyPart(() => import('../account/sign-in/invitation'), 'Invitation'),
});

/** The target of a guest link: one call, for people without an account. */
const guest = createRoute({
  getParentRoute: () => root,
  path: '/guest',
  component: lazyPart(() => import('../account/sign-in/guest'), 'GuestPage'),
});

const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  // An alias that was printed in codes too. No sign-in is needed.
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
  // The position of a message in the room.
  validateSearch: ({ message }): { readonly message?: number | undefined } => ({ message: readId(message) }),
  component: lazyPart(loadRooms, 'RoomPage'),
});

/** What of the calls is shown is part of the address; the page reads it. */
const allCalls = createRoute({
  getParentRoute: () => shell,
  path: '/calls',
  validateSearch: (search): CallSearch => search,
  component: lazyPart(() => import('../assist/history/all'), 'AllCalls'),
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

/** D2.10: two addresses of the same screen. */
const profilo = createRoute({
  getParentRoute: () => root,
  path: '/profilo',
  beforeLoad: () => {
    throw redirect({ to: '/settings', replace: true });
  },
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

const ar = createRoute({
  getParentRoute: () => discover,
  path: '/ar',
  validateSearch: readArStart,
  component: lazyPart(loadScenes, 'ArPage'),
});

/** Printed, so without the shell around it. */
const printMarkers = createRoute({
  getParentRoute: () => root,
  path: '/ar/print',
  component: lazyPart(() => import('../discover/scenes/print'), 'PrintMarkers'),
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

const recognition = createRoute({
  getParentRoute: () => discover,
  path: RECOGNITION_CODE,
  validateSearch: readModel,
  component: lazyPart(() => import('../discover/recognition/camera'), 'RecognitionPage'),
});

const loadRecognitionResults = () => import('../discover/recognition/results');

const recognitionResults = (
  [
    ['/asset-recognition-result', 'RecognitionResults'],
    ['/bounding-box-result/', 'BoundingBoxResult'],
    ['/photo-gallery-result/', 'PhotoGalleryResult'],
  ] as const
).map(([path, name]) =>
  createRoute({
    getParentRoute: () => discover,
    path,
    validateSearch: readModel,
    component: lazyPart(loadRecognitionResults, name),
  }),
);

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
  getParentRoute: () => shell,
  path: '/notifications',
  component: lazyPart(() => import('../account/notifications'), 'NotificationsPage'),
});

const notices = createRoute({
  getParentRoute: () => shell,
  path: '/notices',
  component: lazyPart(() => import('../discover/notices'), 'NoticesPage'),
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

/** The public contact form: a content passes its brand, and its title as a note (D2.14). */
const contact = createRoute({
  getParentRoute: () => discover,
  path: '/contact',
  validateSearch: readContact,
  component: lazyPart(() => import('../discover/contact'), 'Contact'),
});

/** A map, and the shape that is open: it is part of the address, so that a step back closes it. */
const contentKml = createRoute({
  getParentRoute: () => discover,
  path: '/content-kml',
  validateSearch: readMap,
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

/** The target of a sign's code: redirects to the content that it names (D2.27). */
const landing = createRoute({
  getParentRoute: () => root,
  path: '/landing',
  validateSearch: ({ to, ...search }): LandingSearch => ({
    contentId: namedContent(search),
    to: isInside(to) ? to : undefined,
  }),
  component: lazyPart(loadAbout, 'Landing'),
});

/** D2.2, D2.4: both redirect to a visitor's start page, online and offline. */
const starts = (['/splash/', '/main/'] as const).map((path) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: async () => {
      const { landing, offlineLanding } = getConfig().brand;
      const isToStart =
        (offlineLanding === TUTORIAL && isTutorialSkipped('menu')) || (navigator.onLine && (await canStartAt(landing)));
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

export const routeTree = root.addChildren([
  login,
  invitation,
  guest,
  profilo,
  landing,
  landingImage,
  printMarkers,
  ...starts,
  discover.addChildren([
    ar,
    explore,
    members,
    scenes,
    openScenes,
    contentList,
    results,
    recognition,
    ...recognitionResults,
    menuList,
    saved,
    contact,
    contentKml,
    content,
    requestedContent,
    discoverViews,
    discoverView,
    tutorial,
    terms,
    credits,
    catchAll,
  ]),
  shell.addChildren([
    contentEditor,
    home,
    rooms.addChildren([room]),
    people.addChildren([person]),
    allCalls,
    call,
    settings,
    keys,
    notifications,
    notices,
    adminRoutes,
  ]),
]);
