/** Validates every row of an import by the rules of the calls, before anything is stored. */
import { type Language, contentLanguages, type ObjectSchema } from '@earth/contracts';
import type * as z from 'zod/v4/core';
import { safeParse } from 'zod/mini';
import { readFields, wordsIn } from '../../../../http/input';
import {
  type BrandBody,
  brandBody,
  type CategoryBody,
  categoryBody,
  type CommonBody,
  commonBody,
  inLanguages,
  type LanguageBody,
  languageBody,
  type OwnBody,
  ownBody,
  type SkinBody,
  skinBody,
} from './columns';
import { cameraProblems } from './item-rules';
import type { RawFile, RawRow } from './read';

/** A problem and its place, for people. */
export interface Problem {
  readonly place: string;
  readonly field: string;
  readonly message: string;
}

export interface Row<Body extends { readonly key: string }> {
  readonly place: string;
  /** The row as it stands in the file: by it, a change is detected. */
  readonly source: string;
  readonly body: Body;
}

interface ContentBody extends OwnBody {
  readonly common: CommonBody;
  readonly texts: Readonly<Record<Language, LanguageBody>>;
}
export type ContentRow = Row<ContentBody>;

export interface CheckedFile {
  readonly brands: readonly Row<BrandBody>[];
  readonly skins: readonly Row<SkinBody>[];
  readonly categories: readonly Row<CategoryBody>[];
  readonly contents: readonly ContentRow[];
  readonly problems: readonly Problem[];
}

type Shape = Readonly<Record<string, z.$ZodType>>;

const suffixed = (locale: Language) => (name: string) => `${name}_${locale}`;
const contentColumns: Shape = {
  ...commonBody.shape,
  ...ownBody.shape,
  ...Object.fromEntries(
    contentLanguages.flatMap((locale) => inLanguages.map((name) => [suffixed(locale)(name), languageBody.shape[name]])),
  ),
};

/** A file in one column, or its URL elsewhere in the other. */
const eitherOr = [
  ['video', 'videoUrl'],
  ['attchm_en', 'attchmUrl_en'],
  ['attchm_it', 'attchmUrl_it'],
  ['audio_en', 'audioUrl_en'],
  ['audio_it', 'audioUrl_it'],
] as const;
/** A media URL of this server belongs to one content, which an import cannot know. */
const isLayer = (path: string) => /\.(kml|kmz)$/i.test(path);
const isMedia = (value: unknown) => typeof value === 'string' && value.startsWith('/media/');

/** A table has a cell for everything: an empty one removes an optional value, and is ignored otherwise. */
function withoutEmpty(cells: RawRow['cells'], columns: Shape): RawRow['cells'] {
  return Object.fromEntries(
    Object.entries(cells).flatMap(([name, value]) => {
      if (value !== '') return [[name, value]];
      const schema = columns[name];
      return schema && safeParse(schema, null).success ? [[name, null]] : [];
    }),
  );
}

/** The cells in a fixed order. The list of keys leaves out what lists of objects hold, so these are added as they are. */
function sourceOf(cells: RawRow['cells']): string {
  const flat = JSON.stringify(cells, Object.keys(cells).toSorted());
  const nested = [cells['items'], cells['views']].filter((value) => value !== undefined);
  return nested.length > 0 ? flat + JSON.stringify(nested) : flat;
}

/** @param report called with each problem */
function checkerOf(file: RawFile, report: (problem: Problem) => void) {
  const options = { from: file.from, language: 'en' } as const;
  /**
   * The valid fields of a row. Wrong ones are reported and left out, so that the rest is checked too: nothing is stored then. Null
   * if a required field is wrong. @param nameOf the column of a field
   */
  return <S extends ObjectSchema>(row: RawRow, schema: S, nameOf = (field: string) => field): z.output<S> | null => {
    const given = Object.fromEntries(Object.keys(schema.shape).map((field) => [field, row.cells[nameOf(field)]]));
    const { data, wrong } = readFields(schema, given, options);
    for (const [field, message] of wrong) report({ place: row.place, field: nameOf(field), message });
    if (wrong.size === 0) return data;
    const right = Object.entries(given).filter(([field]) => !wrong.has(field));
    // A row without a key of its own is still one row.
    const key = wrong.has('key') && { key: `(${row.place})` };
    return readFields(schema, { ...Object.fromEntries(right), ...key }, options).data;
  };
}

/** Whether a column has a value, valid or not. */
const isGiven = ({ cells }: RawRow, field: string) => cells[field] !== undefined && cells[field] !== null;

export function checkFile(file: RawFile): CheckedFile {
  const problems: Problem[] = [];
  const report = (problem: Problem) => problems.push(problem);
  const read = checkerOf(file, report);

  /** Rows whose columns are all known, each with a unique key. */
  function rowsOf<Body extends { readonly key: string }>(
    rows: readonly RawRow[],
    columns: Shape,
    bodyOf: (row: RawRow) => Body | null,
  ): Row<Body>[] {
    const places = new Map<string, string>();
    return rows.flatMap(({ place, cells }, index) => {
      // All rows of a table have the same columns.
      if (file.from === 'json' || index === 0)
        for (const field of Object.keys(cells))
          if (!columns[field])
            report({ place: file.from === 'text' ? (file.head ?? '') : place, field, message: 'Not known' });
      const given = file.from === 'text' ? withoutEmpty(cells, columns) : cells;
      const body = bodyOf({ place, cells: given });
      if (body === null) return [];
      const twin = places.get(body.key);
      if (twin !== undefined) report({ place, field: 'key', message: `The same as in ${twin}` });
      places.set(body.key, place);
      return [{ place, source: sourceOf(given), body }];
    });
  }

  function requireTitle(row: RawRow) {
    const isThere = ['title_en', 'title_it'].some((field) => row.cells[field] !== undefined);
    if (!isThere) report({ place: row.place, field: 'title_en', message: wordsIn('en')('missing') });
  }

  /** Reports a latitude without a longitude, or the reverse. @returns what is left to check */
  function placeOf(row: RawRow, { lat, long }: CommonBody) {
    const isWhole = isGiven(row, 'lat') === isGiven(row, 'long');
    if (isWhole) return { lat, long };
    report({ place: row.place, field: isGiven(row, 'lat') ? 'long' : 'lat', message: wordsIn('en')('missing') });
    return { lat: undefined, long: undefined };
  }

  function contentOf(row: RawRow): ContentBody | null {
    const { place, cells } = row;
    const common = read(row, commonBody);
    const own = read(row, ownBody);
    const en = read(row, languageBody, suffixed('en'));
    const it = read(row, languageBody, suffixed('it'));
    if (!common || !own || !en || !it) return null;
    requireTitle(row);
    for (const [one, other] of eitherOr) {
      if (cells[one] && cells[other]) report({ place, field: one, message: `Either this or ${other}` });
      if (isMedia(cells[other])) report({ place, field: other, message: wordsIn('en')('other') });
    }
    const isWrong = (field: keyof CommonBody) => isGiven(row, field) && common[field] === undefined;
    const view = isWrong('ctnView') ? null : (common.ctnView ?? 1);
    for (const [field, message] of cameraProblems(own, view)) report({ place, field, message });
    // If the visibility is wrong, its company cannot be checked.
    const customer = isWrong('visibility') && { customerCode: undefined };
    return { ...own, common: { ...common, ...placeOf(row, common), ...customer }, texts: { en, it } };
  }

  function categoryOf(row: RawRow): CategoryBody | null {
    const body = read(row, categoryBody);
    if (!body) return null;
    requireTitle(row);
    if (body.layer && !isLayer(body.layer))
      report({ place: row.place, field: 'layer', message: 'Not a .kml or .kmz file' });
    return body;
  }

  return {
    brands: rowsOf(file.brands, brandBody.shape, (row) => read(row, brandBody)),
    skins: rowsOf(file.skins, skinBody.shape, (row) => read(row, skinBody)),
    categories: rowsOf(file.categories, categoryBody.shape, categoryOf),
    contents: rowsOf(file.contents, contentColumns, contentOf),
    problems,
  };
}
