import { voiceNoteSeconds } from '@earth/messaging';
import { formatClock } from '../../../shared/format';
import { useTexts } from '../../../shared/i18n';
import { texts } from './texts';

/** The displayed name of a file: its name, or «voice note». It accepts a description too. */
export function useFileWords() {
  const t = useTexts(texts);
  return (name: string): string => {
    const seconds = voiceNoteSeconds(name);
    return seconds === null ? name : t('voiceNote', { length: formatClock(seconds) });
  };
}
