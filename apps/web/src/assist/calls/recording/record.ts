/** Records a call: one composed picture and all voices, as fragmented MP4, of which each fragment is a piece. */
import type { CallView, RecorderEvents } from '@earth/calls';
import type { DrawingSurface } from '@earth/annotations';
import {
  CanvasSource,
  getFirstEncodableAudioCodec,
  getFirstEncodableVideoCodec,
  MediaStreamAudioTrackSource,
  Mp4OutputFormat,
  NullTarget,
  Output,
  Quality,
} from 'mediabunny';
import { myself } from '../../../platform';
import { pageClock } from '../../../platform/page-clock';
import { Composer } from './composer';
import { Mixer } from './mixer';
import { createPieces } from './pieces';

const FRAMES_A_SECOND = 15;
const PIECE_SECONDS = 2;
/** So long without a piece: the recording fails. */
const SILENT_SECONDS_MAX = 15;
/** A small machine encodes the small picture in less than half a core. */
const LARGE = { width: 1280, height: 720, bits: 1_200_000 } as const;
const SMALL = { width: 640, height: 480, bits: 600_000 } as const;
const CORES_FOR_LARGE = 4;
const VOICE_BITS = 64_000;
/** The rate of Opus. At another one its description contradicts itself, and no browser plays it piece by piece. */
const VOICE_RATE = 48_000;

const delay = (ms: number) =>
  new Promise<void>((resolve) => {
    pageClock.setTimeout(resolve, ms);
  });

export interface Recorded {
  readonly scene: () => CallView;
  readonly drawing: DrawingSurface;
}

/** Rejects if the browser cannot encode. */
async function openOutput(composer: Composer, mixer: Mixer, bits: number, pieces: ReturnType<typeof createPieces>) {
  const picture = {
    width: composer.canvas.width,
    height: composer.canvas.height,
    quality: new Quality({ bitrate: bits }),
  };
  const voice = { quality: new Quality({ bitrate: VOICE_BITS }), numberOfChannels: 1 };
  const [videoCodec, audioCodec] = await Promise.all([
    getFirstEncodableVideoCodec(['avc', 'vp9', 'av1'], picture),
    getFirstEncodableAudioCodec(['aac', 'opus'], voice),
  ]);
  if (!videoCodec || !audioCodec) throw new Error('This browser has no encoder');
  const format = new Mp4OutputFormat({
    fastStart: 'fragmented',
    minimumFragmentDuration: PIECE_SECONDS,
    onFtyp: pieces.add,
    onMoov: pieces.add,
    onMoof: pieces.add,
    onMdat: pieces.end,
  });
  const output = new Output({ format, target: new NullTarget() });
  const video = new CanvasSource(composer.canvas, {
    codec: videoCodec,
    quality: picture.quality,
    keyFrameInterval: PIECE_SECONDS,
  });
  const [track] = mixer.stream.getAudioTracks();
  if (!track) throw new Error('There is no sound');
  const audio = new MediaStreamAudioTrackSource(track, {
    codec: audioCodec,
    quality: voice.quality,
    transform: { sampleRate: VOICE_RATE },
  });
  output.addVideoTrack(video, { frameRate: FRAMES_A_SECOND });
  output.addAudioTrack(audio);
  await output.start();
  return { output, video, audio };
}

/**
 * Records until the signal aborts, or the call is not shown any more.
 * @throws if the browser cannot encode, or fails
 */
export async function record(
  { scene, drawing }: Recorded,
  events: Pick<RecorderEvents, 'onPiece'>,
  signal: AbortSignal,
): Promise<void> {
  const { bits, ...size } = navigator.hardwareConcurrency > CORES_FOR_LARGE ? LARGE : SMALL;
  const composer = new Composer(size, drawing);
  const mixer = new Mixer();
  // At once: the encoders still have to finish what was said before.
  signal.addEventListener('abort', () => mixer.set([]), { once: true });
  let seconds = 0;
  let gaveAt = 0;
  const pieces = createPieces((piece) => {
    gaveAt = seconds;
    events.onPiece(piece, Math.round(seconds * 1000));
  });
  try {
    const { output, video, audio } = await openOutput(composer, mixer, bits, pieces);
    const failed: { cause?: unknown } = {};
    audio.errorPromise.catch((cause: unknown) => (failed.cause = cause));
    const begin = performance.now();
    while (!signal.aborted && failed.cause === undefined) {
      const view = scene();
      if (view.phase !== 'inCall') break;
      mixer.set([...view.people.map(({ stream }) => stream), view.local.stream].filter((stream) => stream !== null));
      composer.draw(view, myself()?.name ?? '');
      const now = (performance.now() - begin) / 1000;
      await video.add(now, 1 / FRAMES_A_SECOND);
      seconds = now;
      // As if the sound has stopped, which the pieces wait for: all would stay in memory.
      if (seconds - gaveAt > SILENT_SECONDS_MAX) throw new Error('The browser encodes nothing');
      await delay(Math.max(0, (seconds + 1 / FRAMES_A_SECOND) * 1000 - (performance.now() - begin)));
    }
    await output.finalize();
    if (failed.cause !== undefined) throw new Error('The sound could not be encoded', { cause: failed.cause });
  } finally {
    composer.stop();
    await mixer.close();
  }
}
