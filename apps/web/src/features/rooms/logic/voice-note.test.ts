import { expect, test } from 'vitest';
import { voiceKind, voiceNoteName, voiceNoteSeconds } from './voice-note';

const nameOf = (seconds: number, supported: (type: string) => boolean) => {
  const kind = voiceKind(supported);
  return kind && voiceNoteName(seconds, kind);
};

test('a voice note is named by how long it is and by what the browser records', () => {
  expect(nameOf(32, () => true)).toBe('voice-note-32s.weba');
  expect(nameOf(32, (type) => type === 'audio/mp4')).toBe('voice-note-32s.m4a');
  expect(nameOf(32, () => false)).toBeNull();
});

test.each([
  ['voice-note-32s.weba', 32],
  ['voice-note-300s.m4a', 300],
  ['voice-note-32s.exe', null],
  ['my voice-note-32s.weba', null],
  ['pump.mp3', null],
])('%s lasts %s seconds', (name, seconds) => {
  expect(voiceNoteSeconds(name)).toBe(seconds);
});
