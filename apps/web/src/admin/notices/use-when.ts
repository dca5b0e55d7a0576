import type { CompanyNotice } from '@earth/contracts';
import { formatDay, formatTime } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { useNow } from '../../shared/use-now';
import { texts } from './texts';

/** The state of a notice in words. */
export function useStateWords({ state, date }: Pick<CompanyNotice, 'state' | 'date'>): string {
  const t = useTexts(texts);
  const language = useLanguage();
  const now = useNow();
  if (state === 'draft') return t('draft');
  const at = new Date(date);
  return t(state, { when: `${formatDay(at, now, language)}, ${formatTime(at, language)}` });
}
