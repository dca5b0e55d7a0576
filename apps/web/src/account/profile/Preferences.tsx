import { setLanguage, useLanguage, useTexts } from '../../shared/i18n';
import { languageChoices } from '../../shared/language-choices';
import { Segmented } from '../../ui/controls/Segmented';
import { type ColorScheme, setColorScheme, useColorScheme } from '../../ui/theme';
import { Group } from './Group';
import { texts } from './texts';

function LanguageGroup() {
  const t = useTexts(texts);
  const language = useLanguage();
  return (
    <Group title={t('language')}>
      <Segmented
        label={t('language')}
        value={language}
        options={languageChoices}
        onChange={(chosen) => setLanguage(chosen)}
      />
    </Group>
  );
}

function ThemeGroup() {
  const t = useTexts(texts);
  const colorScheme = useColorScheme();
  return (
    <Group title={t('look')}>
      <Segmented<ColorScheme>
        label={t('look')}
        value={colorScheme}
        options={[
          { value: 'light', label: t('light') },
          { value: 'dark', label: t('dark') },
          { value: 'auto', label: t('system') },
        ]}
        onChange={setColorScheme}
      />
    </Group>
  );
}

/** The app's language and theme on this device. */
export const Preferences = () => (
  <>
    <LanguageGroup />
    <ThemeGroup />
  </>
);
