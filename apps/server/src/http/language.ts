import { FALLBACK_LANGUAGE } from '@earth/contracts';
import { languages } from '../config/texts';

/** The best supported language for an `Accept-Language` header (RFC 9110, 12.5.4); English if it names none of them. */
export function languageOf(header: string | undefined): string {
  const wishes = (header ?? '').split(',').flatMap((wish) => {
    const [tag = '', ...parameters] = wish.trim().toLowerCase().split(';');
    const code = tag.split('-')[0] ?? '';
    const weight = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean);
    const quality = Number(weight ?? 1);
    return languages.includes(code) && quality > 0 ? [{ code, quality }] : [];
  });
  const [best] = wishes.toSorted((one, other) => other.quality - one.quality);
  return best?.code ?? FALLBACK_LANGUAGE;
}
