/** Which catalogue of the menu the camera compares with. */
import { RECOGNITION_CODE } from '@earth/contracts';
import { type Entry, findEntry, isAt } from '../../menu';

/** How a catalogue is asked for. */
export interface CatalogueName {
  readonly modelCode: string;
  /** Of the company whose catalogue it is. */
  readonly customerCode: string | null;
}

/** A menu entry that is a catalogue. */
export type CatalogueEntry = Entry & CatalogueName;

const isCatalogue = (entry: Entry): entry is CatalogueEntry => entry.modelCode !== null;

/** The menu entry of the camera: its title labels the buttons that lead there (D2.45). */
export const cameraEntry = (menu: readonly Entry[]): Entry | undefined =>
  findEntry(menu, (entry) => isAt(entry, RECOGNITION_CODE));

/**
 * @param model a code that the address names: then it is that catalogue or none. Else it is that of the camera's entry, or the first of the
 *   menu.
 */
export function catalogueIn(menu: readonly Entry[], model: string | undefined): CatalogueEntry | undefined {
  const camera = cameraEntry(menu);
  if (model === undefined && camera && isCatalogue(camera)) return camera;
  const found = findEntry(menu, (entry) => isCatalogue(entry) && (model === undefined || entry.modelCode === model));
  return found && isCatalogue(found) ? found : undefined;
}
