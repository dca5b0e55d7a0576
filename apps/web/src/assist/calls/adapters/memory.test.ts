import { expect, test } from 'vitest';
import { createSessionMemory } from './memory';

const remembered = {
  active: {
    callId: '0190a000-0000-7000-8000-000000000009',
    answeredAt: 1_700_000_000_000,
    cameraAnswers: { '0190a000-0000-7000-8000-000000000002': 'granted' as const },
    shownPicId: '0190a000-0000-7000-8000-000000000003',
    isAudioOnly: true,
    prefers: 'sharp' as const,
  },
  closedCalls: [{ callId: '0190a000-0000-7000-8000-000000000008', ringsUntil: '2026-01-05T10:00:30.000Z' }],
};

test('a reloaded page remembers its call and its closed calls', () => {
  sessionStorage.clear();
  createSessionMemory(sessionStorage).save(remembered);

  expect(createSessionMemory(sessionStorage).load()).toEqual(remembered);
});

test('empty, corrupt or forbidden storage counts as nothing', () => {
  const nothing = { active: null, closedCalls: [] };
  const forbidden = {
    getItem: () => {
      throw new DOMException('', 'SecurityError');
    },
    setItem: () => {
      throw new DOMException('', 'QuotaExceededError');
    },
  };
  sessionStorage.clear();

  expect(createSessionMemory(sessionStorage).load()).toEqual(nothing);
  sessionStorage.setItem('call', '{"active":"yes"');
  expect(createSessionMemory(sessionStorage).load()).toEqual(nothing);
  sessionStorage.setItem('call', '{"active":{"callId":"7"},"closedCalls":[]}');
  expect(createSessionMemory(sessionStorage).load()).toEqual(nothing);
  expect(createSessionMemory(forbidden).load()).toEqual(nothing);
  expect(() => createSessionMemory(forbidden).save(remembered)).not.toThrow();
});
