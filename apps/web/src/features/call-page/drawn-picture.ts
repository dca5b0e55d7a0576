/** A snapshot with what was drawn on it, as one picture. */
import type { ColoredStroke } from '@earth/calls';
import type { CallPic, CallTarget, PicDrawing } from '@earth/contracts';
import { type QueryClient, queryOptions, replaceEqualDeep } from '@tanstack/react-query';
import { api } from '../../data';
import { callQuery, loadCipher, PICTURE_KEPT_MS, pictureQuery } from '../../data/call-queries';
import { loadFlatten } from '../calls';

/** The last strokes of a call are stored when it is over: whoever comes back to the page asks for them. */
const DRAWN_FRESH_MS = 2_000;

/** What is not sealed for the reader is left out. */
async function openDrawings(
  drawings: readonly PicDrawing[],
  targets: readonly CallTarget[],
): Promise<readonly ColoredStroke[]> {
  const [{ coloredStrokes, DrawingLog, readLog }, cipher] = await Promise.all([import('@earth/calls'), loadCipher()]);
  const logs = await Promise.all(
    drawings.map(async ({ contactUniqueId, cryptoSchema, drawing, edition }) => {
      const text = await cipher.openText(cryptoSchema, drawing);
      const entries = text === null ? null : readLog(text);
      return entries ? [[contactUniqueId, new DrawingLog(edition, entries)] as const] : [];
    }),
  );
  const colorOf = (author: string) =>
    targets.find(({ contact }) => contact.uniqueId === author)?.annotationsColor ?? '';
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

interface DrawnPicture {
  readonly blob: Blob | null;
  /** What is drawn on it, as it is stored. */
  readonly drawings: readonly PicDrawing[];
}

/** Nothing is opened and drawn again while the drawings are the same as before. */
async function drawnPicture(client: QueryClient, pic: CallPic, before?: DrawnPicture): Promise<DrawnPicture> {
  const { callUniqueId: id, uniqueId: picId } = pic;
  const asked = api.listPicDrawings({ id, picId });
  if (before?.blob && replaceEqualDeep(before.drawings, await asked) === before.drawings) return before;
  const [drawings, picture, { call }] = await Promise.all([
    asked,
    client.query({ ...pictureQuery(pic), staleTime: 'static' }),
    client.query({ ...callQuery(id), staleTime: 'static' }),
  ]);
  const strokes = picture ? await openDrawings(drawings, call.targets) : [];
  return { blob: picture && strokes.length > 0 ? await withStrokes(picture, strokes) : picture, drawings };
}

/** Null: not sealed for the reader. */
export const drawnPictureQuery = (pic: CallPic) =>
  queryOptions({
    queryKey: ['picture', pic.callUniqueId, pic.uniqueId, 'drawn'],
    queryFn: ({ client, queryKey }) => drawnPicture(client, pic, client.getQueryData<DrawnPicture>(queryKey)),
    select: ({ blob }) => blob,
    staleTime: DRAWN_FRESH_MS,
    gcTime: PICTURE_KEPT_MS,
  });
