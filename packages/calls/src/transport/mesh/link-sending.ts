/** How one link sends: the level of its picture, the bitrate of its sound, and whole pictures on demand. */
import { createMutex } from '@earth/async';
import type { PictureLevel, PicturePreference } from '@earth/contracts';
import type { PeerConnection } from '../../ports';
import type { LinkSample } from './link-quality';
import { createReceivedSound } from './received-sound';
import { fullSending, nextSending, type Sending, sendingWithinSecond } from './picture-level';

/** Samples that say little: of a link that has just begun, or on which nothing had arrived. */
const FIRST_SAMPLES = 2;
/** The browser's estimate of a link begins low, and needs longer. */
const FIRST_ESTIMATES = 5;

interface Limits {
  readonly framerate: number;
  /** The picture's width is divided by it. */
  readonly scale: number;
}

type Reduced<T> = Readonly<Record<Exclude<PictureLevel, 'full'>, T>>;

/**
 * In bits a second. More than the estimates at which `small` and `slow` are left: within a level the browser shares out the link by
 * itself, and what it sends lets its estimate grow.
 */
const BITRATES: Reduced<number> = { small: 300_000, slow: 150_000, still: 15_000 };

/** With fewer pictures a second, the browser waits for one to two seconds before the first of them. */
const STILL: Limits = { framerate: 4, scale: 4 };
/** One picture a second costs less than one every three, which has changed more. */
const TIGHT_FRAMERATE = 1;
/** Without a wish: first the size, then the rate. */
const AS_IT_COMES: Reduced<Limits> = {
  small: { framerate: 15, scale: 2 },
  slow: { framerate: 10, scale: 2 },
  still: STILL,
};
const WISHED: Readonly<Record<PicturePreference, Reduced<Limits>>> = {
  sharp: {
    small: { framerate: 4, scale: 1 },
    slow: { framerate: 1, scale: 1 },
    still: { ...STILL, scale: 2 },
  },
  smooth: {
    small: { framerate: 20, scale: 2 },
    slow: { framerate: 15, scale: 4 },
    still: STILL,
  },
};
/** For the browser's own steps between these. Not `contentHint`: the track is the same in all links. */
const DEGRADATION = { sharp: 'maintain-resolution', smooth: 'maintain-framerate' } as const;

/** Of the sound, in bits a second: Opus is understood well. */
const FRUGAL_SOUND: Readonly<Partial<Record<PictureLevel, number>>> = { slow: 16_000, still: 12_000 };

/**
 * Of reduced pictures. A sender that changes its codec begins a new stream and keeps nothing of the former one: otherwise the large
 * pictures that a narrow link has just dropped are sent again for seconds, before small ones. VP9 also looks better at few bits. If it
 * was not agreed on, the codec stays.
 */
const REDUCED_CODEC = 'video/VP9';
/** They only protect the pictures of the others. */
const NO_PICTURES = new Set(['video/rtx', 'video/red', 'video/ulpfec', 'video/flexfec-03']);

/** Named once another one was: without a name Chromium keeps the one in use, which it also lists first. */
const wholeCodec = (codecs: readonly RTCRtpCodecParameters[]) =>
  codecs.find(({ mimeType }) => mimeType !== REDUCED_CODEC && !NO_PICTURES.has(mimeType));
const reducedCodec = (codecs: readonly RTCRtpCodecParameters[]) =>
  codecs.find(({ mimeType }) => mimeType === REDUCED_CODEC);

/** GoogCC probes up to twice its estimate when the sum of what is allowed rises. */
const PROBE_FACTOR = 2;

export interface LinkSending {
  level(): PictureLevel;
  /** @param sample null: the connection is not up */
  handleSample(sample: LinkSample | null): void;
  /** @param part of a second, that has passed since the last sample */
  handleExtraSample(sample: LinkSample, part: number): void;
  /** Sound is missing: samples are wanted sooner. */
  isSuspicious(): boolean;
  /** What the peer wishes to suffer last; null: nothing. */
  prefer(prefers: PicturePreference | null): void;
  /** Applies the parameters to the senders: they exist from the first description on. */
  start(): void;
  /** Makes the next sent picture a whole one. */
  sendKeyFrame(): void;
}

/** The DOM types lack the codec of an encoding (WebRTC Extensions). */
type Encoding = RTCRtpEncodingParameters & { codec?: RTCRtpCodecParameters };
type Edit = (encoding: Encoding, codecs: readonly RTCRtpCodecParameters[]) => void;

function limit(
  encoding: Encoding,
  codecs: readonly RTCRtpCodecParameters[],
  { isTight, level, probedAt }: Sending,
  reduced: Reduced<Limits>,
) {
  encoding.priority = encoding.networkPriority = 'low';
  encoding.scaleResolutionDownBy = 1;
  delete encoding.maxBitrate;
  delete encoding.maxFramerate;
  const codec = level === 'full' ? encoding.codec && wholeCodec(codecs) : reducedCodec(codecs);
  if (codec) encoding.codec = codec;
  else delete encoding.codec;
  if (level === 'full') return;
  const { framerate, scale } = reduced[level];
  encoding.scaleResolutionDownBy = scale;
  encoding.maxFramerate = level === 'still' && isTight ? TIGHT_FRAMERATE : framerate;
  const bitrate = BITRATES[level];
  // Always a rise, which is what the browser probes for.
  encoding.maxBitrate = probedAt === null ? bitrate : Math.round(Math.max(bitrate, probedAt) * PROBE_FACTOR);
}

function limitSound(encoding: RTCRtpEncodingParameters, { level }: Sending) {
  encoding.priority = encoding.networkPriority = 'high';
  const bitrate = FRUGAL_SOUND[level];
  if (bitrate === undefined) delete encoding.maxBitrate;
  else encoding.maxBitrate = bitrate;
}

/**
 * Changes the parameters of all senders of a kind, one change after another: parameters that are read before another change has been
 * carried out are refused.
 */
function createSetter(connection: PeerConnection, degradation: () => RTCDegradationPreference) {
  const alone = createMutex();
  return (kind: 'audio' | 'video', edit: Edit, options?: (encodings: number) => object) =>
    void alone(async () => {
      for (const { receiver, sender } of connection.getTransceivers()) {
        if (receiver.track.kind !== kind) continue;
        const set = async (isCodecNamed: boolean) => {
          const parameters = sender.getParameters();
          // Older browsers do not list them.
          const { codecs } = parameters as { readonly codecs?: RTCRtpCodecParameters[] };
          for (const encoding of parameters.encodings) edit(encoding, isCodecNamed ? (codecs ?? []) : []);
          if (kind === 'video') parameters.degradationPreference = degradation();
          await sender.setParameters(parameters, options?.(parameters.encodings.length));
        };
        // A codec whose encoder has failed is listed, and refused: the limits count more.
        await set(true).catch(() => set(false));
      }
      // A connection that was closed meanwhile; or a browser without one of the parameters, which then sends as it would anyway.
    }).catch(() => {});
}

/** @param onLevel the level has changed */
export function createLinkSending(connection: PeerConnection, onLevel: () => void): LinkSending {
  let sending = fullSending;
  let wish: PicturePreference | null = null;
  let last: LinkSample | null = null;
  /** Of the latest sample: once a second, and in between. */
  let arrived = 0;
  let ignored = FIRST_SAMPLES;
  let ignoredEstimates = FIRST_ESTIMATES;
  const sound = createReceivedSound();
  const setParameters = createSetter(connection, () => (wish ? DEGRADATION[wish] : 'balanced'));

  function apply() {
    setParameters('audio', (encoding) => limitSound(encoding, sending));
    setParameters('video', (encoding, codecs) => limit(encoding, codecs, sending, wish ? WISHED[wish] : AS_IT_COMES));
  }

  /** @returns whether nothing has arrived since the latest sample, half a second ago at most: such a link is cut, not narrow */
  function updateArrived(sample: LinkSample | null) {
    const isSilent = sample?.arrived === arrived;
    arrived = sample?.arrived ?? arrived;
    return isSilent;
  }

  function change(next: Sending) {
    const before = sending;
    sending = next;
    const isChanged = next.level !== before.level;
    const isOtherStill = next.level === 'still' && next.isTight !== before.isTight;
    if (isChanged || isOtherStill || next.probedAt !== before.probedAt) apply();
    if (isChanged) onLevel();
  }

  return {
    level: () => sending.level,
    handleSample(sample) {
      const before = last;
      last = sample;
      const isSilent = updateArrived(sample);
      if (!sample || !before || sample.arrived === before.arrived) {
        ignored = FIRST_SAMPLES;
        sending = { ...sending, missingBefore: 0 };
        return;
      }
      const missingSound = sound.handleSecond(before, sample);
      const available = ignoredEstimates > 0 ? null : sample.available;
      ignoredEstimates = Math.max(0, ignoredEstimates - 1);
      if (ignored > 0) ignored -= 1;
      else if (!isSilent) change(nextSending(sending, { available, missingSound }));
    },
    handleExtraSample(sample, part) {
      const isSilent = updateArrived(sample);
      if (!last) return;
      const missingSound = sound.handleWithinSecond(last, sample);
      if (!isSilent && ignored === 0) change(sendingWithinSecond(sending, missingSound, part));
    },
    isSuspicious: sound.isSuspicious,
    prefer(prefers) {
      if (prefers === wish) return;
      wish = prefers;
      apply();
    },
    start: apply,
    /**
     * After a break the peer cannot decode any other picture, and its browser asks for one every three seconds: the first time into the
     * break. Chromium has this option of WebRTC Extensions (RTCEncodingOptions); others ignore it, and wait for the peer's request.
     */
    sendKeyFrame: () =>
      setParameters(
        'video',
        () => {},
        (encodings) => ({ encodingOptions: Array.from({ length: encodings }, () => ({ keyFrame: true })) }),
      ),
  };
}
