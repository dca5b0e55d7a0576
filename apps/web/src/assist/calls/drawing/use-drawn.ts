import type { DrawingSurface, Laser, PictureDrawing } from '@earth/annotations';
import { useSyncExternalStore } from 'react';

/** The present drawing on a picture. */
export const useDrawn = ({ subscribe, getDrawing }: DrawingSurface, picId: string): PictureDrawing =>
  useSyncExternalStore(subscribe, () => getDrawing(picId));

/** One property of it, so that the component does not render for every point of a pen. */
export const useAboutDrawing = <T extends string | number | boolean>(
  { subscribe, getDrawing }: DrawingSurface,
  picId: string,
  read: (drawing: PictureDrawing) => T,
): T => useSyncExternalStore(subscribe, () => read(getDrawing(picId)));

/** The present lasers on a picture. */
export const useLasers = ({ subscribe, getLasers }: DrawingSurface, picId: string): readonly Laser[] =>
  useSyncExternalStore(subscribe, () => getLasers(picId));
