/** Creates contents by the API, because the app has no screen for it. */
import { randomUUID } from 'node:crypto';
import { signInByApi } from './api';
import type { TestServer } from './server';

/**
 * @returns a function that creates a content as this member of the demo company, from the contract's fields, or changes the one of an id, and
 * returns its id
 */
export async function createContentByApi(server: TestServer, email: string) {
  const deviceId = randomUUID();
  const { accessToken } = await signInByApi(server, { email, customCode: 'DEMO', deviceId });
  return async (fields: object, id?: number): Promise<number> => {
    const answer = await fetch(`${server.url}/api/infocontents${id === undefined ? '' : `/${id}`}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${accessToken}`, 'X-Device-Id': deviceId, 'Content-Type': 'application/json' },
      body: JSON.stringify(fields),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    return (JSON.parse(text) as { data: { content: { id: number } } }).data.content.id;
  };
}
