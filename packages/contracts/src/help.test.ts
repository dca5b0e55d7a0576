import { expect, test } from 'vitest';
import type { Contact } from './entities';
import { nearestHelpers, whomToRing } from './help';

const controller = (name: string, change: Partial<Contact> = {}): Contact => ({
  uniqueId: name,
  name,
  publicKey: '{}',
  availability: 2,
  inCall: false,
  lastSeen: null,
  role: { uniqueId: 'operator', code: 'OPERATOR', name: 'Operator', allowedToCall: true },
  company: { id: 'demo', code: 'DEMO', name: 'Demo' },
  ...change,
});
const giulia = controller('Giulia');
const paolo = controller('Paolo');
const busy = controller('Marco', { inCall: true });
const away = controller('Anna', { availability: 1 });

test('«Call for help» rings every controller who is there and free', () => {
  expect(whomToRing([away, busy, giulia, paolo])).toEqual({ targets: [giulia, paolo], areFree: true });
});

test('calls all controllers if none is free, so that they see the request', () => {
  expect(whomToRing([away, busy])).toEqual({ targets: [away, busy], areFree: false });
  expect(whomToRing([])).toEqual({ targets: [], areFree: false });
});

test('takes as many as one call allows, free ones first', () => {
  const many = Array.from({ length: 60 }, (_, index) => controller(`${index}`, { inCall: index < 30 }));
  expect(whomToRing(many).targets).toHaveLength(30);
  const nearest = nearestHelpers(many);
  expect(nearest).toHaveLength(50);
  expect(nearest.slice(0, 30).every(({ inCall }) => !inCall)).toBe(true);
});
