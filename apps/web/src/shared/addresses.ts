/** Addresses that another app opens. */

/** A `mailto:` address without parameters, so that it can add neither recipients nor text. */
export function mailAddress(text: string): string | null {
  const [name, domain, ...rest] = text.trim().split('@');
  if (!name || !domain || rest.length > 0 || /[\s:/<>"]/.test(name) || /[^a-z\d.-]/i.test(domain)) return null;
  return `mailto:${encodeURIComponent(name)}@${domain}`;
}

/** A `tel:` address (RFC 3966). Null: the text has fewer than three digits. */
export function telephoneAddress(text: string): string | null {
  // «(+39) 0522 …»: the plus is kept even if it is not the first character.
  const plus = /^\D*\+/.test(text) ? '+' : '';
  const number = text.replaceAll(/\D/g, '');
  return /\d{3}/.test(number) ? `tel:${plus}${number}` : null;
}
