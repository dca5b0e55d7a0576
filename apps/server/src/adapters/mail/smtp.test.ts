import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSmtpMail } from './smtp';

let server: Server;
const conversation: string[] = [];

/** The minimum of SMTP (RFC 5321) for one message. */
async function converse(socket: Socket): Promise<void> {
  const reply = (line: string) => socket.write(`${line}\r\n`);
  reply('220 mail.example');
  let isData = false;
  for await (const line of createInterface({ input: socket })) {
    conversation.push(line);
    if (isData && line !== '.') continue;
    if (line === 'DATA') reply('354 Go on');
    else if (line.startsWith('RCPT TO:<nobody@')) reply('550 No such mailbox');
    else reply(line === 'QUIT' ? '221 Bye' : '250 OK');
    isData = line === 'DATA';
  }
}

beforeAll(async () => {
  server = createServer((socket) => void converse(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.close();
});

const mail = () =>
  createSmtpMail({
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    from: 'Earth <help@earth.example>',
  });

test('sends a message by SMTP, from the sender of the settings', async () => {
  await mail().send({ to: 'luca@demo.example', subject: '123456 è il codice', text: 'Il codice è 123456\n' });
  expect(conversation).toContain('MAIL FROM:<help@earth.example>');
  expect(conversation).toContain('RCPT TO:<luca@demo.example>');
  expect(conversation).toContain('From: Earth <help@earth.example>');
  expect(conversation.join('\n')).toContain('123456');
});

test('rejects if the mail server refuses the message', async () => {
  await expect(mail().send({ to: 'nobody@demo.example', subject: 's', text: 't' })).rejects.toThrow('No such mailbox');
});
