import { expect, test } from 'vitest';
import {
  describeVoiceNote,
  voiceKind,
  voiceNoteLevels,
  voiceNoteName,
  voiceNoteSeconds,
  withoutBars,
} from './voice-note';

const nameOf = (seconds: number, supported: (type: string) => boolean) => {
  const kind = voiceKind(supported);
  return kind && voiceNoteName(seconds, kind);
};

test('names a voice note by its duration and the recorded format', () => {
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
  ['voice-note-32s.weba\n▁▃█', 32],
  ['voice-note-32s.weba\nand words', null],
])('%s lasts %s seconds', (name, seconds) => {
  expect(voiceNoteSeconds(name)).toBe(seconds);
});

test('draws the loudness in forty bars, for any duration', () => {
  const text = describeVoiceNote('voice-note-3s.weba', [0, 0.5, 1]);
  expect(text).toMatch(/^voice-note-3s\.weba\n▁{13}▃{13}█{14}$/);
  expect(voiceNoteLevels(text)?.length).toBe(40);
  const long = describeVoiceNote(
    'voice-note-300s.weba',
    Array.from({ length: 6000 }, (_, at) => at / 6000),
  );
  const levels = voiceNoteLevels(long) ?? [];
  expect(levels).toEqual(levels.toSorted((one, other) => one - other));
  expect([levels.length, levels[0], levels.at(-1)]).toEqual([40, 0, 1]);
});

test('draws silence flat, and nothing if no level was measured', () => {
  expect(voiceNoteLevels(describeVoiceNote('voice-note-3s.weba', [0, 0]))).toEqual(Array(40).fill(0));
  expect(describeVoiceNote('voice-note-3s.weba', [])).toBe('voice-note-3s.weba');
});

test.each([
  ['voice-note-3s.weba\n▁█', [0, 1], 'voice-note-3s.weba'],
  ['voice-note-3s.weba', null, 'voice-note-3s.weba'],
  ['pump.mp3\n▁█', null, 'pump.mp3\n▁█'],
  [`voice-note-3s.weba\n${'█'.repeat(201)}`, null, `voice-note-3s.weba\n${'█'.repeat(201)}`],
  ['The seal drips', null, 'The seal drips'],
])('the bars of %j are %j', (text, levels, said) => {
  expect(voiceNoteLevels(text)).toEqual(levels);
  expect(withoutBars(text)).toBe(said);
});
