/** The details of a shape, by the menu item of its map: D2.58, D3.39 to D3.41. */
import type { Brand } from '@earth/contracts';
import { webAddress } from '../../../shared/web-address';
import type { ShapeProperties } from '@earth/kml';

export type LayerKind = 'parks' | 'mobility' | 'dogs' | 'other';

/** @param layers the kinds of the menu entries, from the brand's settings */
export const kindOf = (layers: Brand['discover']['maps']['layers'], menuItemId: number): LayerKind =>
  (['parks', 'mobility', 'dogs'] as const).find((kind) => layers[kind].includes(menuItemId)) ?? 'other';

/** The features of a park, in the required order. */
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

/** The facts of a road, below its title. */
export const MOBILITY_FACTS = ['TIPO', 'CLA_MOB', 'CONTESTO', 'CLA_CDS', 'SEDE', 'MONO_BID'] as const;
export type Fact = (typeof MOBILITY_FACTS)[number] | 'AREA_SGAMBAMENTO_CANI';

export interface ShapeDetails {
  /** Null: the shape has none. */
  readonly title: string | null;
  /** The location. */
  readonly line: string | null;
  /** An external page about a park. */
  readonly link: string | null;
  readonly features: readonly { readonly name: ParkFeature; readonly isPresent: boolean }[];
  readonly facts: readonly { readonly name: Fact; readonly value: string }[];
  /** The properties of a layer that no requirement names, under their own names. */
  readonly others: readonly { readonly name: string; readonly value: string }[];
  readonly description: string;
}

/** Blank values, and what exports write for missing ones, count as absent. */
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
