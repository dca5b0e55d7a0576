import { useEffect } from 'react';
import { formatDateAndTime } from '../../../shared/format';
import { useLanguage, useTexts } from '../../../shared/i18n';
import { texts } from './texts';

/** A CSS string: quotes, backslashes, control characters and `<` are escaped by their code. */
const cssString = (text: string) =>
  // oxlint-disable-next-line no-control-regex
  `"${text.replaceAll(/["\\<\u0000-\u001f\u007f]/g, (char) => `\\${char.charCodeAt(0).toString(16)} `)}"`;

interface FootWords {
  readonly page: string;
  readonly company: string;
  readonly generated: string;
}

/** A4 with a foot on each page: `Page 1/3 · Demo Water Works · generated 20 November 2025, 10:31 CET`. */
export const pageRule = ({ page, company, generated }: FootWords): string =>
  `@page {
    size: A4;
    margin: 16mm 16mm 20mm;
    @bottom-left { content: ${cssString(page)} " " counter(page) "/" counter(pages) ${cssString(` · ${company} · ${generated}`)};
      font: 8pt "Inter Variable", system-ui, sans-serif; color: GrayText; white-space: pre-line; width: 100%; }
  }`;

/**
 * The size of the pages and their foot, while a report is open: a style sheet made by script, because the foot has names, and other pages
 * that print have margins of their own. Browsers without margin boxes print it without a foot.
 */
export function useFoot(company: string) {
  const t = useTexts(texts);
  const language = useLanguage();
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    const write = () => {
      const generated = t('generated', { date: formatDateAndTime(new Date(), language) });
      sheet.replaceSync(pageRule({ page: t('page'), company, generated }));
    };
    write();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    addEventListener('beforeprint', write);
    return () => {
      removeEventListener('beforeprint', write);
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, [t, language, company]);
}
