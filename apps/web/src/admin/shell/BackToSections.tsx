import { useTexts } from '../../shared/i18n';
import { useIsDesktop } from '../../shared/use-media';
import { BackLink } from '../../ui/page/SettingsPage';
import { texts } from './texts';

/** From a section to the list of sections, which a desktop has at the side. */
export function BackToSections() {
  const t = useTexts(texts);
  return useIsDesktop() ? null : <BackLink to="/admin" label={t('back')} />;
}
