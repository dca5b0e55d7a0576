/**
 * A voice note is an audio file whose name contains its duration. For clients that do not know voice notes it is a normal file.
 */

/** The recording formats of browsers, best first. Safari before 18.4 only supports the second. */
const KINDS = [
  { type: 'audio/webm;codecs=opus', ending: 'weba' },
  { type: 'audio/mp4', ending: 'm4a' },
] as const;
export type VoiceKind = (typeof KINDS)[number];

/** Null: this browser supports none of them. */
export const voiceKind = (isSupported: (type: string) => boolean): VoiceKind | null =>
  KINDS.find(({ type }) => isSupported(type)) ?? null;

export const voiceNoteName = (seconds: number, { ending }: VoiceKind) => `voice-note-${seconds}s.${ending}`;

/** The eight heights of a bar. */
const BARS = '▁▂▃▄▅▆▇█';
const HIGHEST = BARS.length - 1;
/** The number of bars, for any duration: as many as fit on a phone. */
const BAR_COUNT = 40;

const VOICE_NOTE = /^(voice-note-(\d{1,4})s\.(?:weba|m4a))(?:\n([▁-█]{1,200}))?$/;

/**
 * The sealed description: file name and a line of bars for the loudness. Clients that do not know voice notes show the bars as text.
 * @param levels levels from 0 to 1, evenly spaced over the whole note; empty: none were measured
 */
export function describeVoiceNote(name: string, levels: readonly number[]): string {
  if (levels.length === 0) return name;
  const loudest = Math.max(...levels) || 1;
  const share = levels.length / BAR_COUNT;
  const bars = Array.from({ length: BAR_COUNT }, (_, index) => {
    const level = Math.max(...levels.slice(Math.floor(index * share), Math.ceil((index + 1) * share)));
    // The levels are in decibels, in which speech is close to background noise; squaring separates them.
    return BARS[Math.round((level / loudest) ** 2 * HIGHEST)];
  });
  return `${name}\n${bars.join('')}`;
}

/** The duration in seconds, from its name or description; null: no voice note. */
export function voiceNoteSeconds(text: string): number | null {
  const seconds = VOICE_NOTE.exec(text)?.[2];
  return seconds === undefined ? null : Number(seconds);
}

/** The loudness from beginning to end, from 0 to 1; null: not given. */
export function voiceNoteLevels(text: string): readonly number[] | null {
  const bars = VOICE_NOTE.exec(text)?.[3];
  return bars === undefined ? null : Array.from(bars, (bar) => BARS.indexOf(bar) / HIGHEST);
}

/** The description of a file, without the bars of a voice note. */
export const withoutBars = (text: string): string => VOICE_NOTE.exec(text)?.[1] ?? text;
