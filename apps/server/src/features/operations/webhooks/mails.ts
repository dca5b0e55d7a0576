/** The mail that says that a webhook was turned off. */
import type { MailMessage } from '../../../adapters/mail/mail';
import { textsOf } from '../../../config/texts';
import type en from './texts/en.json';

const textsIn = textsOf<typeof en>('apps/server/src/features/operations/webhooks');

interface OffMail {
  readonly to: string;
  readonly url: string;
  readonly product: string;
  readonly language: string;
}

export function offMail({ to, url, product, language }: OffMail): MailMessage {
  const t = textsIn(language);
  return { to, subject: t('subject', { product }), text: `${[t('what', { url }), t('how')].join('\n\n')}\n` };
}
