import { IconCheck, IconChecks } from '@tabler/icons-react';
import { useTexts } from '../../shared/i18n';
import { texts } from './texts';

/** The delivery state of the user's own message, as an icon and a word. */
export function useReceipt({ delivered, read }: { readonly delivered: boolean; readonly read: boolean }) {
  const t = useTexts(texts);
  if (read) return { Icon: IconChecks, word: t('read') };
  return delivered ? { Icon: IconChecks, word: t('delivered') } : { Icon: IconCheck, word: t('sent') };
}
