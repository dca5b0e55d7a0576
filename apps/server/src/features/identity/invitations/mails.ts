/** The invitation mail, as text and HTML. */
import type { Brand } from '@earth/contracts';
import { escapeHtml } from '../../../http/escape-html';
import type { MailMessage } from '../../../adapters/mail/mail';
import { textsOf } from '../../../config/texts';
import type en from './texts/en.json';

const textsIn = textsOf<typeof en>('apps/server/src/features/identity/invitations');

interface InvitationMail {
  readonly to: string;
  readonly name: string;
  readonly inviter: string;
  readonly company: string;
  readonly code: string;
  readonly expiresAt: Date;
  readonly brand: Pick<Brand, 'name' | 'colors'>;
  /** The public address of the product. Without one the mail has no link. */
  readonly address: string | undefined;
  readonly language: string;
}

/** The code stands in the fragment: browsers do not send it, so it gets into no server's log. */
const linkOf = (address: string, email: string, code: string) =>
  `${address}/invitation#${new URLSearchParams({ email, code: code.replaceAll(' ', '') })}`;

function wordsOf({ name, inviter, company, brand, code, expiresAt, language }: InvitationMail) {
  // English dates use the European form, as in the app.
  const locale = language === 'en' ? 'en-GB' : language;
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(expiresAt);
  const t = textsIn(language);
  const product = brand.name;
  return {
    subject: t('subject', { inviter, company, product }),
    hello: t('hello', { name }),
    what: t('what', { inviter, company, product }),
    how: t('how'),
    accept: t('accept'),
    code: t('code', { code }),
    until: t('until', { date }),
    careful: t('careful'),
  };
}

export function invitationMail(mail: InvitationMail): MailMessage {
  const { to, address, code } = mail;
  const words = wordsOf(mail);
  const link = address && linkOf(address, to, code);
  const lines = [words.hello, words.what, ...(link ? [words.how, link] : []), words.code, words.until, words.careful];
  return { to, subject: words.subject, text: `${lines.join('\n\n')}\n`, html: pageOf(mail, words, link) };
}

/** Mail programs ignore style sheets: each element has its own style. */
function pageOf(
  { brand, language }: InvitationMail,
  words: ReturnType<typeof wordsOf>,
  link: string | undefined,
): string {
  const { accentLight, onAccentLight } = brand.colors;
  const paragraph = (text: string, style = '') => `<p style="margin:0 0 16px;${style}">${escapeHtml(text)}</p>`;
  const button =
    link &&
    `<p style="margin:24px 0"><a href="${escapeHtml(link)}" style="display:inline-block;padding:14px 24px;border-radius:12px;background:${accentLight};color:${onAccentLight};font-weight:600;text-decoration:none">${escapeHtml(words.accept)}</a></p>`;
  const small = 'font-size:14px;color:#5b6470;';
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(words.subject)}</title></head>`,
    '<body style="margin:0;padding:24px;background:#ffffff;color:#14181d;font:16px/1.5 -apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif">',
    '<div style="max-width:32rem;margin:0 auto">',
    `<p style="margin:0 0 24px;font-weight:700">${escapeHtml(brand.name)}</p>`,
    paragraph(words.hello),
    paragraph(words.what),
    button ?? '',
    paragraph(words.code),
    paragraph(words.until, small),
    paragraph(words.careful, small),
    '</div></body></html>',
  ].join('\n');
}
