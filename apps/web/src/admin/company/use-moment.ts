import { formatDay, formatTime } from '../../shared/format';
import { useLanguage } from '../../shared/i18n';
import { useNow } from '../../shared/use-now';

/** Day and time of a moment in words. */
export function useMoment(): (moment: string) => string {
  const language = useLanguage();
  const now = useNow();
  return (moment) => {
    const date = new Date(moment);
    return `${formatDay(date, now, language)}, ${formatTime(date, language)}`;
  };
}
