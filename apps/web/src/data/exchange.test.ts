import { expect, test } from 'vitest';
import { exchange, exchangeHeld, type Request } from './exchange';
import { LARGE } from './held-text';

const long = 'AbC='.repeat(LARGE / 4);
const request: Request = { url: '/services/x', method: 'POST', headers: {}, fields: [], timeoutMs: 1000 };
const answering = (text: string) => async () => new Response(text, { status: 200 });

test('a form holds what was held elsewhere as the text that it is', async () => {
  const fields = [['picbase64', new Blob([long])] as const, ['clientId', 'è'] as const];
  let sent: BodyInit | null | undefined;
  await exchange(
    async (_, { body }) => {
      sent = body;
      return new Response('{}');
    },
    { ...request, fields },
  );
  const form = await new Response(sent as Blob).formData();
  expect([...form.entries()]).toEqual([
    ['picbase64', long],
    ['clientId', 'è'],
  ]);
});

test('the long text of an answer goes from thread to thread without being copied; all else stays as it is', async () => {
  const answer = { Data: { Base64: long, FileName: 'è.pdf', CryptoSchema: 1 } };
  const { json } = await exchangeHeld(answering(JSON.stringify(answer)), request);
  const { Data } = json as { Data: { Base64: Blob } };
  expect(Data).toMatchObject({ FileName: 'è.pdf', CryptoSchema: 1 });
  expect(await Data.Base64.text()).toBe(long);
  expect((await exchangeHeld(answering('<html>'), request)).json).toBeNull();
});
