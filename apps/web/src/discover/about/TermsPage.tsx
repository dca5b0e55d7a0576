import { useTexts } from '../../shared/i18n';
import { Page } from './Page';
import { TermsText } from './TermsText';
import { texts } from './texts';

export function TermsPage() {
  const t = useTexts(texts);
  return (
    <Page title={t('terms')}>
      <TermsText />
    </Page>
  );
}
