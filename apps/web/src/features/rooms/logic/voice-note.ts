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

/** How long it is; null: it is none. */
export function voiceNoteSeconds(name: string): number | null {
  const [, seconds] = /^voice-note-(\d{1,4})s\.(?:weba|m4a)$/.exec(name) ?? [];
  return seconds === undefined ? null : Number(seconds);
}
