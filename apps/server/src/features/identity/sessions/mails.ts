/** The mail with a sign-in code. */
import { CODE_MINUTES } from '@earth/contracts';
import type { MailMessage } from '../../../adapters/mail/mail';
import { textsOf } from '../../../config/texts';
import type en from './texts/en.json';

const textsIn = textsOf<typeof en>('apps/server/src/features/identity/sessions');

interface CodeMail {
  readonly to: string;
  readonly code: string;
  readonly product: string;
  /** The public address of the product, if known. */
  readonly address: string | undefined;
  readonly language: string;
}

/** The code comes first in the subject, so that it can be read in a notification. */
export function codeMail({ to, code, product, address, language }: CodeMail): MailMessage {
  const t = textsIn(language);
  const lines = [
    t('code', { code }),
    address ? t('validAt', { minutes: CODE_MINUTES, address }) : t('valid', { minutes: CODE_MINUTES }),
    t('careful'),
  ];
  return { to, subject: t('subject', { code, product }), text: `${lines.join('\n\n')}\n` };
}
