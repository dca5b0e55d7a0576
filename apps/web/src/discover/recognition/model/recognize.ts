/** From a photograph to the products that are like it: asked of the server, and without an answer, or if it is busy, of the device. */
import type { RecognitionMode } from '@earth/contracts';
import { api, ApiError, getConfig, NO_ANSWER } from '../../../platform';
import { createStallTimer } from '../../../platform/http/exchange';
import type { ContentLanguage } from '../../lists/model/content-queries';
import type { CatalogueName } from './catalogue';
import type { SearchOnDevice } from '../offline/use-device-search';
import { type Match, matchOf } from './match';
import { type Photograph, toBase64 } from './photograph';

export interface RecognitionRequest {
  readonly catalogue: CatalogueName;
  readonly photograph: Photograph;
  readonly mode: RecognitionMode;
  /** What the user wrote about it; may be empty. */
  readonly note: string;
  /** The user agrees that the catalogue keeps it. */
  readonly isShared: boolean;
  readonly language: ContentLanguage;
}

export interface Recognized {
  readonly matches: readonly Match[];
  readonly isFromDevice: boolean;
}

/** Without an answer for this long, as in a cellar, the device answers if it can. */
const PATIENCE_MS = 8_000;

async function ask({ catalogue, photograph, ...request }: RecognitionRequest, signal: AbortSignal) {
  const { maxResults, resultView } = getConfig().recognition;
  const { modelCode, customerCode } = catalogue;
  const results = await api.predict(
    {
      modelcode: modelCode,
      ...(customerCode !== null && { customerCode }),
      l: request.language,
      base64Image: await toBase64(photograph.file),
      maxResults,
      customParams: {
        mode: request.mode,
        regions: resultView === 'BOUNDING_BOX',
        learn: request.isShared,
        ...(request.note !== '' && { note: request.note }),
      },
    },
    { signal, onProgress: () => undefined },
  );
  return results.map(matchOf);
}

const isUnanswered = (error: unknown) => error instanceof ApiError && error.code === NO_ANSWER;
/** There was no answer, or the server has no time for one now. */
const isLeftToDevice = (error: unknown) =>
  isUnanswered(error) || (error instanceof ApiError && error.error === 'recognitionBusy');

/**
 * @param onDevice null: the device does not have the catalogue
 * @throws ApiError @throws VisionError if the search on the device fails; if it was cancelled, the reason of the signal
 */
export async function recognize(
  request: RecognitionRequest,
  onDevice: SearchOnDevice | null,
  signal: AbortSignal,
): Promise<Recognized> {
  let problem: unknown;
  const patience = onDevice ? createStallTimer(PATIENCE_MS, signal) : null;
  try {
    return { matches: await ask(request, patience?.signal ?? signal), isFromDevice: false };
  } catch (error) {
    signal.throwIfAborted();
    if (!onDevice || !isLeftToDevice(error)) throw error;
    problem = error;
  } finally {
    patience?.done();
  }
  const { maxResults: max, resultView } = getConfig().recognition;
  const options = { mode: request.mode, max, regions: resultView === 'BOUNDING_BOX' };
  try {
    return { matches: await onDevice(request.photograph.file, options), isFromDevice: true };
  } catch (error) {
    // The catalogue did not arrive: what the server said tells more.
    throw isUnanswered(error) ? problem : error;
  }
}
