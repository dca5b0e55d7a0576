/** Renders a snapshot and its drawings as one picture. */
import type { ColoredStroke } from '@earth/annotations';
import { type CallPic, drawingPlace, isGenuine, type PicDrawing, type Scheme } from '@earth/contracts';
import { queryOptions, replaceEqualDeep } from '@tanstack/react-query';
import { api } from '../../platform';
import {
  callQuery,
  loadCipher,
  type OpenedFile,
  originOf,
  PICTURE_KEPT_MS,
  pictureQuery,
} from '../../shared/call-queries';
import { loadFlatten } from '../calls';
import type { SessionScope } from '../../platform/session/session-scope';
import { createQueryClient, scopeOf } from '../../shared/query-client';

/** Stale at once, because the last strokes of a call are stored after its end: each visit of the page fetches again. */
const DRAWN_FRESH_MS = 2_000;

/** Without logs that are not sealed for the reader or not genuine. */
async function openDrawings(
  scope: SessionScope,
  callId: string,
  drawings: readonly PicDrawing[],
): Promise<readonly ColoredStroke[]> {
  const [{ coloredStrokes, DrawingLog, readLog }, cipher, { call }] = await Promise.all([
    import('@earth/annotations'),
    loadCipher(scope),
    scope.get(createQueryClient).query({ ...callQuery(callId), staleTime: 'static' }),
  ]);
  // A drawing has no date; its call's start date stands for it.
  const date = call.startDate;
  const logs = await Promise.all(
    drawings.map(async ({ contactUniqueId, cryptoSchema, drawing, picUniqueId: picId, edition, entries }) => {
      const place = drawingPlace(callId, { picId, edition, entries });
      const origin = await originOf(scope, { scheme: cryptoSchema, authorId: contactUniqueId, place, date });
      const text = await cipher.openText(cryptoSchema, drawing, origin);
      const log = text === null || !isGenuine(text) ? null : readLog(text);
      return log ? [[contactUniqueId, new DrawingLog(edition, log)] as const] : [];
    }),
  );
  const colorOf = (author: string) =>
    call.targets.find(({ contact }) => contact.uniqueId === author)?.annotationsColor ?? '';
  return coloredStrokes(logs.flat(), colorOf);
}

async function withStrokes(picture: Blob, strokes: readonly ColoredStroke[]): Promise<Blob> {
  const flatten = await loadFlatten();
  const url = URL.createObjectURL(picture);
  try {
    return await flatten(url, strokes);
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** A numbered mark, or a text, on a snapshot. */
export interface Mark {
  readonly key: string;
  /** The contact's id. */
  readonly author: string;
  /** 0: a text. */
  readonly number: number;
  readonly text: string;
}

export interface DrawnPicture {
  readonly blob: OpenedFile;
  /** The stored drawings. */
  readonly drawings: readonly PicDrawing[];
  /** The contacts of whom something is drawn, once for each stroke. */
  readonly authors: readonly string[];
  readonly marks: readonly Mark[];
}

/** The key of a stroke begins with its author. */
const authorOf = ({ key }: ColoredStroke) => key.slice(0, key.indexOf(':'));

const marksOf = (strokes: readonly ColoredStroke[]): readonly Mark[] =>
  strokes
    .filter(({ tool }) => tool === 'marker' || tool === 'text')
    .map((stroke) => ({ key: stroke.key, author: authorOf(stroke), number: stroke.number, text: stroke.text }));

/** Cached while the drawings are the same. */
async function drawnPicture(scope: SessionScope, pic: CallPic, before?: DrawnPicture): Promise<DrawnPicture> {
  const { callUniqueId: id, uniqueId: picId } = pic;
  const asked = api.listPicDrawings({ id, picId });
  if (before?.blob && replaceEqualDeep(before.drawings, await asked) === before.drawings) return before;
  const [drawings, picture] = await Promise.all([
    asked,
    scope.get(createQueryClient).query({ ...pictureQuery(pic), staleTime: 'static' }),
  ]);
  if (picture === null || !isGenuine(picture)) return { blob: picture, drawings, authors: [], marks: [] };
  const strokes = await openDrawings(scope, id, drawings);
  const blob = strokes.length > 0 ? await withStrokes(picture, strokes) : picture;
  return { blob, drawings, authors: strokes.map(authorOf), marks: marksOf(strokes) };
}

export const drawnQuery = (pic: CallPic) =>
  queryOptions({
    queryKey: ['picture', pic.callUniqueId, pic.uniqueId, 'drawn'],
    queryFn: ({ client, queryKey, meta }) =>
      drawnPicture(scopeOf({ meta }), pic, client.getQueryData<DrawnPicture>(queryKey)),
    staleTime: DRAWN_FRESH_MS,
    gcTime: PICTURE_KEPT_MS,
  });

/** Null: not sealed for the reader. */
export const drawnPictureQuery = (pic: CallPic) => queryOptions({ ...drawnQuery(pic), select: ({ blob }) => blob });

export const drawnSchemeQuery = (pic: CallPic) =>
  queryOptions({
    ...drawnQuery(pic),
    select: ({ drawings }) =>
      drawings.reduce<Scheme>(
        (least, { cryptoSchema }) => (cryptoSchema < least ? cryptoSchema : least),
        pic.cryptoSchema,
      ),
  });
