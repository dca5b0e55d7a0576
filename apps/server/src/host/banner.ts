/** What the operator reads first after the start. */

export interface Banner {
  readonly product: string;
  /** The URL to open. */
  readonly url: string;
  /** Whether the URL is for phones in the same network too. */
  readonly isLan: boolean;
  /** Whether each mail is printed here, because there is no SMTP. */
  readonly isMailShown: boolean;
  /** The page with such mails. */
  readonly mailUrl: string | undefined;
  /** Whether leads of the contact form reach anybody. */
  readonly areLeadsRead: boolean;
  readonly demoPeople: readonly {
    readonly email: string;
    readonly name: string;
    readonly role: string;
    readonly company: string;
  }[];
}

/** QR code for a terminal: light on dark by ANSI colours (ECMA-48), whatever the colours of the terminal are. */
async function qrCodeOf(text: string): Promise<string> {
  const { encodeQR } = await import('qr');
  const rows = encodeQR(text, 'ascii', { ecc: 'medium', border: 2 }).trimEnd().split('\n');
  return rows.map((row) => `\u001B[97;40m${row}\u001B[0m`).join('\n');
}

export async function createBanner({
  product,
  url,
  isLan,
  isMailShown,
  mailUrl,
  areLeadsRead,
  demoPeople,
}: Banner): Promise<string> {
  const lines = ['', `${product} is ready: ${url}`];
  if (isLan) {
    lines.push('', await qrCodeOf(url), '');
    lines.push('Scan this code with a phone on the same network. The certificate is self-signed: accept it once.');
  }
  if (demoPeople.length > 0) {
    lines.push('', 'Sign in as a demo user:');
    lines.push(
      ...demoPeople.map(
        ({ email, name, role, company }) => `  ${email.padEnd(24)}${name.padEnd(14)}${role.padEnd(10)}${company}`,
      ),
    );
  }
  if (isMailShown) lines.push('', `Sign-in codes appear here${mailUrl ? ` and at ${mailUrl}` : ''}.`);
  if (!areLeadsRead)
    lines.push(
      '',
      'No one receives what visitors send with the contact form. Add an admin, or set SITE_COMPANY or LEADS_URL.',
    );
  lines.push('Press Ctrl+C to stop.', '');
  return lines.join('\n');
}
