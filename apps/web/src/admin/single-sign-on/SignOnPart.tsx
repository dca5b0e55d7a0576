import type { SignOnSettings } from '@earth/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../shared/i18n';
import { Failed } from '../../ui/feedback/Notice';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { PageSection, QuietLine } from '../../ui/page/SettingsPage';
import { CodesSection } from './CodesSection';
import { CopiedLine } from './CopiedLine';
import { DomainsSection } from './DomainsSection';
import { ProviderForm } from './ProviderForm';
import { signOnQuery } from './queries';
import { TestSection } from './TestSection';
import { texts } from './texts';

/** What the admin enters at the provider. */
function AddressesSection({ settings: { redirectUrl, logoutUrl } }: { readonly settings: SignOnSettings }) {
  const t = useTexts(texts);
  return (
    <PageSection title={t('addresses')}>
      <QuietLine>{t('addressesLine')}</QuietLine>
      <CopiedLine label={t('redirectUrl')} value={redirectUrl} />
      <CopiedLine label={t('logoutUrl')} value={logoutUrl} />
    </PageSection>
  );
}

/** How the company's people sign in by an identity provider. */
export function SignOnPart() {
  const t = useTexts(texts);
  const { data, error, refetch } = useQuery(signOnQuery);
  if (!data && error) return <Failed title={t('loadFailed')} line={error.message} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={4} picture={0} />;
  return (
    <>
      <QuietLine>{t('intro')}</QuietLine>
      <AddressesSection settings={data} />
      {/* What is typed belongs to the version that it was typed from. */}
      <ProviderForm key={data.version} settings={data} />
      <DomainsSection settings={data} />
      {data.connection && (
        <>
          <TestSection settings={data} />
          <CodesSection settings={data} />
        </>
      )}
    </>
  );
}
