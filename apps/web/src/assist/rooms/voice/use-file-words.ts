import { formatClock } from '../../../shared/format';
import { useTexts } from '../../../shared/i18n';
import { voiceNoteSeconds } from '../../../platform/messages/voice-note';
import { texts } from './texts';

/** What a file is called: by its name, or as a voice note. It takes what is said of one, too. */
export function useFileWords() {
  const t = useTexts(texts);
  return (name: string): string => {
    const seconds = voiceNoteSeconds(name);
    return seconds === null ? name : t('voiceNote', { length: formatClock(seconds) });
  };
}
