import { expect, test } from 'vitest';
import { createInProcessBus } from './bus';

test('an event reaches those who listen to its topic, until they stop', () => {
  const bus = createInProcessBus();
  const heard: string[] = [];
  bus.subscribe('sessionEnded', () => heard.push('a session'));
  const stop = bus.subscribe('contactChanged', ({ contactId }) => heard.push(contactId));

  bus.publish('contactChanged', { contactId: 'luca' });
  stop();
  bus.publish('contactChanged', { contactId: 'sara' });

  expect(heard).toEqual(['luca']);
});
