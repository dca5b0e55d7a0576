/** A voice note is a sound whose name says how long it is: whoever knows nothing of them has a file to listen to. */

/** What browsers record, the best first. Safari before 18.4 knows the second alone. */
const KINDS = [
  { type: 'audio/webm;codecs=opus', ending: 'weba' },
  { type: 'audio/mp4', ending: 'm4a' },
] as const;
export type VoiceKind = (typeof KINDS)[number];

/** Null: this browser records none of them. */
export const voiceKind = (isSupported: (type: string) => boolean): VoiceKind | null =>
  KINDS.find(({ type }) => isSupported(type)) ?? null;

export const voiceNoteName = (seconds: number, { ending }: VoiceKind) => `voice-note-${seconds}s.${ending}`;

/** Eight heights of a bar. */
const BARS = '▁▂▃▄▅▆▇█';
const HIGHEST = BARS.length - 1;
/** In a note of whatever length: as many as a phone has room for. */
const BAR_COUNT = 40;

const VOICE_NOTE = /^(voice-note-(\d{1,4})s\.(?:weba|m4a))(?:\n([▁-█]{1,200}))?$/;

/**
 * What is said of it under seal: its name and, in a line of bars, how loud it is from its beginning to its end. Whoever
 * knows nothing of them sees the bars.
 * @param heard levels from 0 to 1, evenly over the whole note; empty: nobody listened
 */
export function describeVoiceNote(name: string, heard: readonly number[]): string {
  if (heard.length === 0) return name;
  const loudest = Math.max(...heard) || 1;
  const share = heard.length / BAR_COUNT;
  const bars = Array.from({ length: BAR_COUNT }, (_, index) => {
    const level = Math.max(...heard.slice(Math.floor(index * share), Math.ceil((index + 1) * share)));
    // Levels are decibels, in which speech and the room around it are not far apart.
    return BARS[Math.round((level / loudest) ** 2 * HIGHEST)];
  });
  return `${name}\n${bars.join('')}`;
}

/** How long it is, by its name or by what is said of it; null: it is none. */
export function voiceNoteSeconds(text: string): number | null {
  const seconds = VOICE_NOTE.exec(text)?.[2];
  return seconds === undefined ? null : Number(seconds);
}

/** How loud it is from its beginning to its end, from 0 to 1; null: it does not say. */
export function voiceNoteLevels(text: string): readonly number[] | null {
  const bars = VOICE_NOTE.exec(text)?.[3];
  return bars === undefined ? null : Array.from(bars, (bar) => BARS.indexOf(bar) / HIGHEST);
}

/** What is said of a file, without the bars of a voice note. */
export const withoutBars = (text: string): string => VOICE_NOTE.exec(text)?.[1] ?? text;
