import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';

/** Of the body that is on its way. */
const FIRST_BYTES = 5;

/**
 * Begins to send a new content.
 * @returns what sends the rest of it and gives the answer, and what breaks the connection
 */
export function beginUpload(serverUrl: string, bearer: string, content: object) {
  const body = JSON.stringify(content);
  const headers = {
    authorization: `Bearer ${bearer}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  const upload = request(new URL('/api/infocontents?l=en', serverUrl), { method: 'POST', headers });
  const answered = once(upload, 'response');
  upload.write(body.slice(0, FIRST_BYTES));
  return {
    async finish() {
      upload.end(body.slice(FIRST_BYTES));
      const [response] = (await answered) as [IncomingMessage];
      return { status: response.statusCode, json: await json(response) };
    },
    async breakOff() {
      upload.destroy();
      await answered.catch(() => undefined);
    },
  };
}
