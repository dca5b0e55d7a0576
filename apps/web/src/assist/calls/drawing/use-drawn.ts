import type { DrawingSurface, Laser, PictureDrawing } from '@earth/calls';
import { useSyncExternalStore } from 'react';

/** What is drawn on a picture now. */
export const useDrawn = ({ subscribe, getDrawing }: DrawingSurface, picId: string): PictureDrawing =>
  useSyncExternalStore(subscribe, () => getDrawing(picId));

/** One thing about it: whoever asks this is not bothered by every point of a pen. */
export const useAboutDrawing = <T extends string | number | boolean>(
  { subscribe, getDrawing }: DrawingSurface,
  picId: string,
  read: (drawing: PictureDrawing) => T,
): T => useSyncExternalStore(subscribe, () => read(getDrawing(picId)));

/** Who points at a picture now. */
export const useLasers = ({ subscribe, getLasers }: DrawingSurface, picId: string): readonly Laser[] =>
  useSyncExternalStore(subscribe, () => getLasers(picId));
