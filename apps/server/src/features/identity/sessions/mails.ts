/** The mail with a sign-in code, in both languages. */
import { CODE_MINUTES, type Language } from '@earth/contracts';
import type { MailMessage } from '../../../adapters/mail/mail';

interface CodeMail {
  readonly to: string;
  readonly code: string;
  readonly product: string;
  /** The public address of the product, if known. */
  readonly address: string | undefined;
  readonly language: Language;
}

/** The code comes first in the subject, so that it can be read in a notification. */
export function codeMail({ to, code, product, address, language }: CodeMail): MailMessage {
  const words = {
    en: {
      subject: `${code} is your ${product} sign-in code`,
      text: [
        `Your sign-in code is ${code}`,
        `It is valid for ${CODE_MINUTES} minutes and can be used once${address ? ` at ${address}` : ''}.`,
        'If you did not ask for it, somebody may have mistyped their address: you need not do anything. Never tell the code to anybody.',
      ],
    },
    it: {
      subject: `${code} è il tuo codice di accesso a ${product}`,
      text: [
        `Il tuo codice di accesso è ${code}`,
        `È valido per ${CODE_MINUTES} minuti e si può usare una volta sola${address ? ` su ${address}` : ''}.`,
        'Se non l’hai chiesto tu, forse qualcuno ha sbagliato a scrivere il proprio indirizzo: non devi fare nulla. Non comunicare il codice a nessuno.',
      ],
    },
  }[language];
  return { to, subject: words.subject, text: `${words.text.join('\n\n')}\n` };
}
