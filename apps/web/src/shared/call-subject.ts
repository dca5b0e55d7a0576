import type { Call, NotGenuine, Product } from '@earth/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from './i18n';
import { productsQuery } from './queries';
import { texts } from './texts';
import { useWritten } from './written';

/** Null: not sealed for the reader; undefined: being decrypted. */
type Subject = string | NotGenuine | null | undefined;

/**
 * What a call is about, as its reader sees it, in the reader's language, whatever the caller's is. If nothing was chosen: of a call for help
 * that help is needed; of any other call nothing. If a product was: its name.
 */
export function useSubjectWords() {
  const t = useTexts(texts);
  const written = useWritten();
  return <Opened extends Subject>(
    { forHelp, productCode }: Pick<Call, 'forHelp' | 'productCode'>,
    subject: Opened,
    products: readonly Product[] | undefined,
  ): Opened | string => {
    if (subject === '') return forHelp ? t('needsHelp') : subject;
    const product = products?.find(({ code }) => code === productCode);
    // A caller who wrote nothing has sent its name, in the language of theirs.
    const isItsName = product && (subject === product.name || subject === product.nameIt);
    return isItsName ? written(product.name, product.nameIt) : subject;
  };
}

/** The same for these calls, with the products that they are about. */
export function useCallSubject(calls: readonly Pick<Call, 'productCode'>[]) {
  const wordsOf = useSubjectWords();
  const isAboutProducts = calls.some(({ productCode }) => productCode !== null);
  const { data: products } = useQuery({ ...productsQuery, enabled: isAboutProducts });
  return <Opened extends Subject>(call: Pick<Call, 'forHelp' | 'productCode'>, subject: Opened) =>
    wordsOf(call, subject, products);
}
