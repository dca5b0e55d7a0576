/** What is told of a shape that was tapped, by the menu item whose map it is on (D2.58, D3.39 to D3.41). */
import type { Brand } from '@earth/contracts';
import { webAddress } from '../../../shared/web-address';
import type { ShapeProperties } from '@earth/kml';

export type LayerKind = 'parks' | 'mobility' | 'dogs' | 'other';

/** @param layers which entries of the menu have which, as the brand says it */
export const kindOf = (layers: Brand['discover']['maps']['layers'], menuItemId: number): LayerKind =>
  (['parks', 'mobility', 'dogs'] as const).find((kind) => layers[kind].includes(menuItemId)) ?? 'other';

/** What a park may have, in the required order. */
export const PARK_FEATURES = [
  'ILLUMINAZIONE',
  'GIOCO_BIMBI',
  'SPAZI_SPORT',
  'RISTORO',
  'ARREDI',
  'SERVIZI_IGIENICI',
  'ALBERI_PREGIO',
  'ALBERI_TUTELATI',
] as const;
export type ParkFeature = (typeof PARK_FEATURES)[number];

/** What a road is told by, below its title. */
export const MOBILITY_FACTS = ['TIPO', 'CLA_MOB', 'CONTESTO', 'CLA_CDS', 'SEDE', 'MONO_BID'] as const;
export type Fact = (typeof MOBILITY_FACTS)[number] | 'AREA_SGAMBAMENTO_CANI';

export interface ShapeDetails {
  /** Null: the shape says none. */
  readonly title: string | null;
  /** Where it is. */
  readonly line: string | null;
  /** The sheet of a park, elsewhere. */
  readonly link: string | null;
  readonly features: readonly { readonly name: ParkFeature; readonly isPresent: boolean }[];
  readonly facts: readonly { readonly name: Fact; readonly value: string }[];
  /** Properties of a layer that no requirement names, under the names that they have there. */
  readonly others: readonly { readonly name: string; readonly value: string }[];
  readonly description: string;
}

/** What says nothing is no value; neither is what exports write for it. */
function valueIn(data: ShapeProperties['data'], name: string): string | null {
  const value = Object.hasOwn(data, name) ? (data[name]?.trim() ?? '') : '';
  return value === '' || /^(null|<null>|none)$/i.test(value) ? null : value;
}

const factsIn = (data: ShapeProperties['data'], names: readonly Fact[]) =>
  names.flatMap((name) => {
    const value = valueIn(data, name);
    return value === null ? [] : [{ name, value }];
  });

export function detailsOf({ name, description, data }: ShapeProperties, kind: LayerKind): ShapeDetails {
  const nothing = { line: null, link: null, features: [], facts: [], others: [], description };
  const ownName = name || null;
  switch (kind) {
    case 'parks':
      return {
        ...nothing,
        title: valueIn(data, 'NOMEPARCO') ?? ownName,
        line: valueIn(data, 'UBICAZIONE'),
        link: webAddress(valueIn(data, 'URLSCHEDA') ?? ''),
        features: PARK_FEATURES.map((feature) => ({ name: feature, isPresent: valueIn(data, feature) === '1' })),
      };
    case 'mobility': {
      const title = [valueIn(data, 'RETE_STRA'), valueIn(data, 'AMBITO')].filter((part) => part !== null).join(' · ');
      return {
        ...nothing,
        title: title || ownName,
        line: title ? ownName : null,
        facts: factsIn(data, MOBILITY_FACTS),
      };
    }
    case 'dogs':
      return {
        ...nothing,
        title: valueIn(data, 'PARCO') ?? ownName,
        facts: factsIn(data, ['AREA_SGAMBAMENTO_CANI']),
      };
    case 'other':
      return {
        ...nothing,
        title: ownName,
        others: Object.keys(data).flatMap((key) => {
          const value = valueIn(data, key);
          return value === null ? [] : [{ name: key, value }];
        }),
      };
  }
}
