/** Photographs that people agreed to have kept, and feedback about results. */
import type {
  CallArguments,
  CallData,
  listRecognitionFeedback,
  RecognitionMode,
  sendRecognitionFeedback,
} from '@earth/contracts';
import type { Context } from '../../../../context';
import { ApiError } from '../../../../http/api-error';
import { pictureEnding } from '../../../../http/file-kinds';
import type { Caller } from '../../../../http/principal';
import { bytesOf } from '../files';
import { requireEditor, viewerOf } from '../policy';
import { requireCatalogue } from './catalogues';
import * as store from './photographs-store';
import type { PhotographRecognizer } from './recognizer';
import { findProducts } from './store';

/** Of one catalogue: enough to learn from, and about 200 MB. */
const PHOTOGRAPHS_MAX = 2000;
const FEEDBACK_MAX = 5000;

/** @throws ApiError `invalidInput`, `tooLarge`, `notAnImage` */
export function readPicture({ settings }: Pick<Context, 'settings'>, field: string, base64: string): Buffer {
  const bytes = bytesOf(field, base64, settings.maxFileBytes);
  // By the magic number, so that the decoder never gets a drawing with scripts or a document.
  if (pictureEnding(bytes) === null) throw new ApiError('notAnImage', field);
  return bytes;
}

interface Kept {
  readonly jpeg: Buffer;
  /** The answer to it. */
  readonly contentId: number | null;
  readonly isMatch: boolean;
  readonly isRefused?: boolean;
  readonly similarity: number | null;
  readonly mode: RecognitionMode;
  readonly note: string;
}

/** @returns its id; null: the catalogue has as many as it may have */
export async function keepPhotograph(
  { clock, db, random }: Context,
  { id: categoryId }: { readonly id: number },
  kept: Kept,
): Promise<string | null> {
  const id = random.id();
  const photograph = { ...kept, id, categoryId, createdAt: clock.now() };
  return (await store.insertPhotograph(db, photograph, PHOTOGRAPHS_MAX)) ? id : null;
}

/** A photograph without consent of both is not even decoded. @throws ApiError as the call declares */
export async function sendFeedback(
  context: Context,
  recognizer: PhotographRecognizer,
  principal: Caller | null,
  input: CallArguments<typeof sendRecognitionFeedback>,
): Promise<void> {
  const { clock, db, random } = context;
  const viewer = viewerOf(principal);
  const catalogue = await requireCatalogue(context, viewer, { ...input, l: 'en' });
  const { contentId = null, note, mode, similarity = null, image } = input;
  if (contentId !== null) {
    const products = await findProducts(context.pool, viewer, catalogue);
    if (!products.includes(contentId)) throw new ApiError('notFound');
  }
  let photographId: string | null = null;
  if (image !== undefined && catalogue.learnsFromPhotographs) {
    const jpeg = await recognizer.reduce('image', readPicture(context, 'image', image));
    const kept = { jpeg, contentId, isMatch: false, isRefused: true, similarity, mode, note };
    photographId =
      (await store.refusePhotograph(db, catalogue.id, jpeg)) ?? (await keepPhotograph(context, catalogue, kept));
  }
  const feedback = { id: random.id(), categoryId: catalogue.id, contentId, photographId, note, mode, similarity };
  await store.insertFeedback(db, { ...feedback, createdAt: clock.now() }, FEEDBACK_MAX);
}

/** @throws ApiError `notAllowed`, `notFound` */
export async function listFeedback(
  context: Context,
  principal: Caller,
  { modelcode, l, page, pageSize }: CallArguments<typeof listRecognitionFeedback>,
): Promise<CallData<typeof listRecognitionFeedback>> {
  requireEditor(principal);
  const catalogue = await requireCatalogue(context, viewerOf(principal), { modelcode, l });
  if (catalogue.ownerId !== principal.companyId) throw new ApiError('notFound');
  const { rows, total } = await store.findFeedback(context.db, { categoryId: catalogue.id, locale: l, page, pageSize });
  const items = rows.map(({ id, createdAt, ...row }) => ({ ...row, uniqueId: id, date: createdAt.toISOString() }));
  return { items, total };
}
