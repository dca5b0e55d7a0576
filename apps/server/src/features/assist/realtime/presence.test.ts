import { PRESENCE_TIMEOUT_MS } from '@earth/contracts';
import { expect, test } from 'vitest';
import { createPresence } from './presence';

function world() {
  let time = 0;
  const changed: string[] = [];
  const clock = { now: () => new Date(time) };
  const presence = createPresence({ clock, onChange: (contactId) => changed.push(contactId) });
  return { presence, changed, pass: (ms: number) => (time += ms) };
}

test('a contact comes online with its first device, and goes offline when the last has been silent for too long', () => {
  const { presence, changed, pass } = world();
  presence.opened('luca', 'phone');
  presence.opened('luca', 'desk');
  expect(changed).toEqual(['luca']);

  presence.closed('luca', 'phone');
  pass(PRESENCE_TIMEOUT_MS);
  presence.closed('luca', 'desk');
  presence.sweep();
  expect(presence.isOnline('luca', 'phone')).toBe(false);
  expect(presence.isOnline('luca', 'desk')).toBe(true);
  expect(changed).toEqual(['luca']);

  pass(PRESENCE_TIMEOUT_MS);
  presence.sweep();
  expect(presence.isOnline('luca', 'desk')).toBe(false);
  expect(changed).toEqual(['luca', 'luca']);
});

test('an open socket is enough, and so is a ping', () => {
  const { presence, changed, pass } = world();
  presence.opened('luca', 'phone');
  presence.seen('sara', 'phone');
  pass(PRESENCE_TIMEOUT_MS - 1);
  presence.seen('sara', 'phone');
  pass(PRESENCE_TIMEOUT_MS - 1);
  presence.sweep();

  expect(presence.hasSocket('luca')).toBe(true);
  expect(presence.hasSocket('sara')).toBe(false);
  expect(presence.isOnline('sara', 'phone')).toBe(true);
  expect(presence.connected()).toEqual(['luca']);
  expect(changed).toEqual(['luca', 'sara']);
});

test('of two sockets of one device, the remaining one keeps it online', () => {
  const { presence, pass } = world();
  presence.opened('luca', 'phone');
  presence.opened('luca', 'phone');
  presence.closed('luca', 'phone');
  pass(PRESENCE_TIMEOUT_MS * 2);
  presence.sweep();

  expect(presence.hasSocket('luca')).toBe(true);
});

test('a device that signs out is gone at once, and its closing socket does not bring it back', () => {
  const { presence, changed, pass } = world();
  pass(PRESENCE_TIMEOUT_MS);
  presence.opened('luca', 'phone');
  presence.forget('luca', 'phone');
  presence.closed('luca', 'phone');

  expect(presence.isOnline('luca', 'phone')).toBe(false);
  expect(changed).toEqual(['luca', 'luca']);
});

test('after a start, devices get time to connect', () => {
  const { presence, pass } = world();
  expect(presence.isOnline('luca', 'phone')).toBe(true);
  pass(PRESENCE_TIMEOUT_MS);
  expect(presence.isOnline('luca', 'phone')).toBe(false);
});

test('contacts from before the start go offline like all others, or stay', () => {
  const { presence, changed, pass } = world();
  presence.restore('luca', new Date(0));
  presence.restore('sara', new Date(0));
  presence.opened('sara', 'phone');
  pass(PRESENCE_TIMEOUT_MS);
  presence.sweep();

  expect(changed).toEqual(['luca']);
  expect(presence.hasSocket('sara')).toBe(true);
});
