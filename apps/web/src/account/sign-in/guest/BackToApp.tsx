import { isInShell } from '../../../platform/native/shell';
import { useTexts } from '../../../shared/i18n';
import { OtherButton } from '../StepParts';
import { texts } from './texts';

const leave = () => location.assign('/');

/** In the mobile app a guest link has taken the place of what was open, and an iPhone has no other way back. */
export function BackToApp() {
  const t = useTexts(texts);
  return isInShell() ? <OtherButton onClick={leave}>{t('backToApp')}</OtherButton> : null;
}
