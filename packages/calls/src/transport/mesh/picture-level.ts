/**
 * How much of the picture a link is given, so that the sound always gets through. Pure: one step a second, from the browser's
 * statistics of that second, and a smaller one sooner if sound is missing.
 *
 * Down at once: when the browser's estimate of the link falls, or when much of the sound that should be played is missing. The latter
 * comes seconds earlier if both directions are blocked, because the reports on which the estimate depends wait in the same queue.
 *
 * Up as soon as the estimate allows it. The estimate hardly grows while little is sent, but Chromium sends a probe of up to twice the
 * estimate when the allowed bitrate rises (GoogCC, «allocation probing»); so a reduced link is allowed more for a second now and then,
 * without more being sent.
 */
import type { PictureLevel } from '@earth/contracts';

export interface SendingSample {
  /** Bits a second that the link takes, as the browser estimates; null: it does not say. */
  readonly available: number | null;
  /** The share of the sound to be played in this second that had not arrived. */
  readonly missingSound: number;
}

export interface Sending {
  readonly level: PictureLevel;
  /** The estimate, too, leaves room for no more than still pictures; without one, still pictures have not ended the trouble. */
  readonly isTight: boolean;
  /** Seconds in a row without trouble. */
  readonly calm: number;
  /** The estimate at the start of the present probe; null: none. */
  readonly probedAt: number | null;
  /** Calm seconds until the next probe. */
  readonly untilProbe: number;
  /** The share of the sound that was missing in the last second. */
  readonly missingBefore: number;
  /** Calm seconds before the picture may rise, and between probes that find nothing. */
  readonly patience: number;
}

/** After trouble the estimate may be old for so long. */
export const CALM_SECONDS = 3;
/** A link on which a rise brought the trouble back is left alone for longer each time. */
const CALM_SECONDS_MAX = 12;

export const fullSending: Sending = {
  level: 'full',
  isTight: false,
  calm: 0,
  probedAt: null,
  untilProbe: 0,
  missingBefore: 0,
  patience: CALM_SECONDS,
};

const LEVELS = ['still', 'slow', 'small', 'full'] as const satisfies readonly PictureLevel[];

/** Estimates in bits a second, sound included, below which a level is left and from which on it is reached. */
const LEAVE_BELOW = { still: 0, slow: 50_000, small: 110_000, full: 200_000 } as const;
const REACH_FROM = { still: 0, slow: 60_000, small: 140_000, full: 300_000 } as const;
/** Above this share the sound of a second is hard to understand; a busy device misses as much as half of it for one second. */
const MISSING_SOUND = 0.5;
/** Of each of two seconds. */
const MISSING_SOUND_TWICE = 0.25;
/** A probe that raises the estimate by less has found the link's limit. */
const PROBE_GAIN = 1.3;
const highest = (available: number, from: Readonly<Record<PictureLevel, number>>): PictureLevel =>
  LEVELS.findLast((level) => available >= from[level]) ?? 'still';

const isTrouble = (before: number, now: number) => now > MISSING_SOUND || Math.min(before, now) > MISSING_SOUND_TWICE;

/** The sending after one more second. */
export function nextSending(sending: Sending, { available, missingSound }: SendingSample): Sending {
  const { level, calm, missingBefore } = sending;
  const hasTrouble = isTrouble(missingBefore, missingSound);
  const isTight = available === null ? level === 'still' && hasTrouble : available < REACH_FROM.slow;
  const next = { ...sending, isTight, missingBefore: missingSound };
  if (hasTrouble) return reduced(next, 'still', patienceAfter(sending));
  const bearable = available === null ? 'full' : highest(available, LEAVE_BELOW);
  if (LEVELS.indexOf(bearable) < LEVELS.indexOf(level)) return reduced(next, bearable, sending.patience);
  if (level === 'full') return next;
  if (calm + 1 < sending.patience) return { ...next, calm: calm + 1, untilProbe: sending.untilProbe - 1 };
  const hasFound = hasProbeFound(sending, available);
  const reached = available === null ? 'full' : highest(available, REACH_FROM);
  const isHigher = LEVELS.indexOf(reached) > LEVELS.indexOf(level);
  // While the probes find more, only they use it: what is sent would end the probing.
  const isReached = isHigher && (reached === 'full' || !hasFound);
  return { ...next, level: isReached ? reached : level, calm: calm + 1, ...nextProbe(sending, available, hasFound) };
}

/**
 * The sending before a second has passed: a narrow link is noticed when half a second of sound is missing, whenever that began.
 * @param missingSound the share that is missing since the last second
 * @param part of a second, that has passed since
 */
export function sendingWithinSecond(sending: Sending, missingSound: number, part: number): Sending {
  const isMissing = missingSound > MISSING_SOUND && sending.missingBefore + missingSound * part > MISSING_SOUND;
  return isMissing ? reduced(sending, 'still', patienceAfter(sending)) : sending;
}

const reduced = (sending: Sending, level: PictureLevel, patience: number): Sending => ({
  ...sending,
  level,
  calm: 0,
  probedAt: null,
  untilProbe: patience,
  patience,
});

function patienceAfter({ level, calm, patience }: Sending): number {
  if (level === 'full') return CALM_SECONDS;
  return calm < patience ? patience : Math.min(2 * patience, CALM_SECONDS_MAX);
}

const hasProbeFound = ({ probedAt }: Sending, available: number | null) =>
  probedAt !== null && available !== null && available >= probedAt * PROBE_GAIN;

/** A probe that has found more is followed by another at once: the estimate doubles each second. */
function nextProbe({ probedAt, untilProbe, patience }: Sending, available: number | null, hasFound: boolean) {
  const isDue = hasFound || (probedAt === null && untilProbe <= 1);
  return isDue ? { probedAt: available, untilProbe: patience } : { probedAt: null, untilProbe: untilProbe - 1 };
}
