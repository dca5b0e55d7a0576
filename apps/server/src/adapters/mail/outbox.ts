import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Mail, MailMessage } from './mail';

const FILES_MAX = 200;

export interface SentMail extends MailMessage {
  readonly date: Date;
}

/** Outbox for servers without SMTP: each message is a file `.eml` (RFC 5322) that any mail program opens. */
export interface Outbox extends Mail {
  /** The messages since the server started, newest first. */
  recent(): readonly SentMail[];
}

interface Options {
  readonly folder: string;
  readonly from: string;
  readonly clock: { now(): Date };
  /** Called with each message, e.g. to show it in the terminal. */
  readonly onMail: (message: MailMessage) => void;
}

/** Files are named by time, so that they sort, and at most `KEPT` stay: codes soon expire. */
export function createOutbox({ folder, from, clock, onMail }: Options): Outbox {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const sent: SentMail[] = [];
  let written = 0;

  return {
    async send(message) {
      const date = clock.now();
      sent.unshift({ ...message, date });
      sent.length = Math.min(sent.length, FILES_MAX);
      const { message: eml } = await transport.sendMail({ ...message, from, date });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      written += 1;
      const order = String(written).padStart(6, '0');
      const name = `${date.toISOString().replaceAll(':', '-')}-${order}`;
      const half = join(folder, `${name}.part`);
      try {
        await writeFile(half, eml, { mode: 0o600 });
        await rename(half, join(folder, `${name}.eml`));
      } finally {
        await rm(half, { force: true });
      }
      await prune(folder);
      onMail(message);
    },
    recent: () => sent,
  };
}

async function prune(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml')).toSorted();
  for (const old of names.slice(0, -FILES_MAX)) await rm(join(folder, old), { force: true });
}
