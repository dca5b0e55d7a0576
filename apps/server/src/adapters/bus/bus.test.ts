import { expect, test } from 'vitest';
import { createInProcessBus } from './bus';

test('delivers an event to the subscribers of its topic, until they unsubscribe', () => {
  const bus = createInProcessBus();
  const received: string[] = [];
  bus.subscribe('sessionEnded', () => received.push('a session'));
  const stop = bus.subscribe('contactChanged', ({ contactId }) => received.push(contactId));

  bus.publish('contactChanged', { contactId: 'luca' });
  stop();
  bus.publish('contactChanged', { contactId: 'sara' });

  expect(received).toEqual(['luca']);
});
