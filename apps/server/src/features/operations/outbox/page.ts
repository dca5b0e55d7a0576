import { escapeHtml as escape } from '../../../http/escape-html';
import type { SentMail } from '../../../adapters/mail/outbox';

/** Turns URLs into links, as mail programs do: every other piece is one. A mark that ends the sentence is not part of it. */
const withLinks = (text: string) =>
  text
    .split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?])/)
    .map(escape)
    .map((piece, index) => (index % 2 === 1 ? `<a href="${piece}">${piece}</a>` : piece))
    .join('');

const style = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { max-width: 42rem; margin: 2rem auto; padding: 0 1rem }
  article { border-top: 1px solid color-mix(in srgb, currentColor 25%, transparent); padding: 1rem 0 }
  h2 { font-size: 1.125rem; margin: 0 }
  p { margin: .25rem 0; opacity: .75 }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; margin: .5rem 0 0 }
`;

const article = ({ to, subject, text, date }: SentMail) =>
  `<article><h2>${escape(subject)}</h2><p>To ${escape(to)}, ${date.toISOString()}</p><pre>${withLinks(text)}</pre></article>`;

/** The mails as a page that reloads by itself, without a script. */
export const mailPage = (mails: readonly SentMail[], nonce: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="3">
<link rel="icon" href="/brand/logo.svg">
<title>E-mails (${mails.length})</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<h1>E-mails that were not sent</h1>
<p>SMTP_URL is not set, so e-mails are saved as files in DATA_DIR/outbox. These were written since the server started.</p>
${mails.map(article).join('\n') || '<p>None yet.</p>'}
</body>
</html>
`;
