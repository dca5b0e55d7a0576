import { afterEach } from 'vitest';
import type { SignedInClient } from './client';
import type { TestSocket } from './socket';

/** @returns a function that brings a device online until the end of the test, for all tests of this file, or of this `describe` */
export function createOnline(): (person: SignedInClient) => Promise<TestSocket> {
  const sockets: TestSocket[] = [];
  afterEach(async () => {
    for (const socket of sockets.splice(0)) await socket.close();
  });
  return async (person) => {
    const socket = await person.socket();
    sockets.push(socket);
    return socket;
  };
}
