import { createTransport } from 'nodemailer';
import type { Mail } from './mail';

/** Mail by SMTP. The timeouts are short, since users wait for their code. */
export function createSmtpMail({ url, from }: { readonly url: string; readonly from: string }): Mail {
  const transport = createTransport({ url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 });
  return {
    async send(message) {
      await transport.sendMail({ ...message, from });
    },
  };
}
