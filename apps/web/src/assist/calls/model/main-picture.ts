import type { LocalMedia, Person } from '@earth/calls';

/** A picture: another participant's, or the user's own. */
export type Picture = { readonly of: 'me' } | { readonly of: 'person'; readonly person: Person };

export interface Pictures {
  /** The main picture, which fills the stage. It is the same on both sides. */
  readonly main: Picture | null;
  /** All other pictures, the user's own last. */
  readonly others: readonly Picture[];
}

interface Those {
  readonly people: readonly Person[];
  readonly local: Pick<LocalMedia, 'videoOn' | 'stream' | 'isScreen'>;
  readonly amAssisted: boolean;
}

const isAssisted = (person: Person) => person.contact.role.code === 'ASSISTED';
/** In the call. A contact who still rings has no picture. */
const isIn = (person: Person) => person.state === 'joined';

/**
 * Selects the main picture: a shared screen first, otherwise the field user's camera. Between two controllers, each sees the
 * other. If the field user sends no picture, they see their helper.
 */
export function choosePictures({ people, local, amAssisted }: Those): Pictures {
  const own: Picture = { of: 'me' };
  const joined = people.filter(isIn);
  const asPicture = (person: Person): Picture => ({ of: 'person', person });
  const besides = (main: Person): Pictures => ({
    main: asPicture(main),
    others: [...joined.filter((person) => person !== main).map(asPicture), own],
  });
  const showing = joined.find((person) => person.isScreen && person.hasVideo);
  if (showing) return besides(showing);
  if (local.isScreen) return { main: own, others: joined.map(asPicture) };
  if (amAssisted && local.videoOn && local.stream !== null) {
    return { main: own, others: joined.map(asPicture) };
  }
  const assisted = joined.filter(isAssisted);
  const chosen =
    assisted.find((person) => person.hasVideo) ?? assisted[0] ?? joined.find((person) => person.hasVideo) ?? joined[0];
  if (chosen === undefined) return { main: own, others: [] };
  return besides(chosen);
}

/** The contact whose picture a snapshot is taken of, for the session; null is the user's own camera. */
export const snapshotOf = (main: Picture | null): string | null =>
  main?.of === 'person' ? main.person.contact.uniqueId : null;

/** Whether there is a picture to take: the foreground of an AR camera is none. */
export function canTake(main: Picture | null, local: Pick<LocalMedia, 'videoOn' | 'stream' | 'isScreen'>): boolean {
  if (main === null) return false;
  return main.of === 'me'
    ? (local.videoOn || local.isScreen) && local.stream !== null
    : main.person.hasVideo && !main.person.isAr && main.person.stream !== null;
}

/** A screen is shown whole, and never as in a mirror. */
export const showsScreen = (picture: Picture, local: Pick<LocalMedia, 'isScreen'>): boolean =>
  picture.of === 'me' ? local.isScreen : picture.person.isScreen;
