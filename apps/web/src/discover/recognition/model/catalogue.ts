/** Which catalogue of the menu the camera compares with. */
import { RECOGNITION_CODE } from '@earth/contracts';
import { type Entry, findEntry, isAt } from '../../menu';

/** How a catalogue is asked for. */
export interface CatalogueName {
  readonly modelCode: string;
  /** Of the company whose catalogue it is. */
  readonly customerCode: string | null;
}

/** A consent or a result of one catalogue says nothing about that of another company with the same code. */
export const isSameCatalogue = (one: CatalogueName, other: CatalogueName): boolean =>
  one.modelCode === other.modelCode && one.customerCode === other.customerCode;

/** How an address names a catalogue. Without the company it is the first of that code. */
interface CatalogueSearch {
  readonly model?: string | undefined;
  readonly customer?: string | undefined;
}

export const searchOf = ({ modelCode, customerCode }: CatalogueName): CatalogueSearch => ({
  model: modelCode,
  ...(customerCode !== null && { customer: customerCode }),
});

/** A menu entry that is a catalogue. */
export type CatalogueEntry = Entry & CatalogueName;

export const isCatalogue = (entry: Entry): entry is CatalogueEntry => entry.modelCode !== null;

/** The menu entry of the camera: its title labels the buttons that lead there (D2.45). */
export const cameraEntry = (menu: readonly Entry[]): Entry | undefined =>
  findEntry(menu, (entry) => isAt(entry, RECOGNITION_CODE));

/** If the address names a catalogue, it is that one or none. Else it is that of the camera's entry, or the first of the menu. */
export function catalogueIn(menu: readonly Entry[], { model, customer }: CatalogueSearch): CatalogueEntry | undefined {
  const camera = cameraEntry(menu);
  if (model === undefined && camera && isCatalogue(camera)) return camera;
  const found = findEntry(
    menu,
    (entry) =>
      isCatalogue(entry) &&
      (model === undefined || entry.modelCode === model) &&
      (customer === undefined || entry.customerCode === customer),
  );
  return found && isCatalogue(found) ? found : undefined;
}

/** The menu without the camera if it has no catalogue that the camera could compare with. */
export function withoutIdleCamera(menu: readonly Entry[]): readonly Entry[] {
  const isIdle = cameraEntry(menu) !== undefined && !catalogueIn(menu, {});
  const withoutCamera = (entries: readonly Entry[]): readonly Entry[] =>
    entries
      .filter((entry) => !isAt(entry, RECOGNITION_CODE))
      .map((entry) => ({ ...entry, items: withoutCamera(entry.items) }));
  return isIdle ? withoutCamera(menu) : menu;
}
