import type { Person } from '@earth/calls';
import { choosePictures } from '../model/main-picture';

const NO_OWN_PICTURE = { videoOn: false, stream: null, isScreen: false } as const;

/** Whose picture floats: as on the stage, but never the user's own; null: nobody sends one. */
export function floatingPerson(people: readonly Person[]): Person | null {
  const seen = people.filter(({ hasVideo, isAr, stream }) => hasVideo && !isAr && stream !== null);
  const { main } = choosePictures({ people: seen, local: NO_OWN_PICTURE, amAssisted: false });
  return main?.of === 'person' ? main.person : null;
}
