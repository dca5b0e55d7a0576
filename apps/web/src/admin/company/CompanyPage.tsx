import type { CompanySettings } from '@earth/contracts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTexts } from '../../shared/i18n';
import { useTitle } from '../../shared/use-title';
import { Tabs } from '../../ui/controls/Tabs';
import { EditorsHere } from '../../ui/feedback/EditNotices';
import { Failed } from '../../ui/feedback/Notice';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { PageTitle, QuietLine, SettingsPage } from '../../ui/page/SettingsPage';
import { BackToSections } from '../shell';
import { SignOnPart } from '../single-sign-on';
import { BrandsPart } from './BrandsPart';
import { GeneralPart } from './GeneralPart';
import { ProductsPart } from './ProductsPart';
import { companyQuery } from './queries';
import { SitePart } from './SitePart';
import { SkinsPart } from './SkinsPart';
import { TermsPart } from './TermsPart';
import styles from './company.module.css';
import { texts } from './texts';

const EDITED_PARTS = ['general', 'products', 'looks'] as const;
const COMPANY_PARTS = [...EDITED_PARTS, 'signOn'] as const;
const SITE_PARTS = ['site', 'terms'] as const;
type Part = (typeof COMPANY_PARTS)[number] | (typeof SITE_PARTS)[number];

function Parts({ company }: { readonly company: CompanySettings }) {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const { part } = useSearch({ strict: false });
  const parts: readonly Part[] = company.ownsSite ? [...COMPANY_PARTS, ...SITE_PARTS] : COMPANY_PARTS;
  const shown = parts.find((one) => one === part) ?? 'general';
  return (
    <Tabs
      label={t('title')}
      tabs={parts.map((id) => ({ id, label: t(id) }))}
      shown={shown}
      onShow={(to) => void navigate({ to: '/admin/company', search: { part: to }, replace: true })}
    >
      <div className={styles.part}>
        {EDITED_PARTS.some((one) => one === shown) && <EditorsHere edited="company" />}
        {shown === 'general' && <GeneralPart company={company} />}
        {shown === 'products' && <ProductsPart company={company} />}
        {shown === 'signOn' && <SignOnPart />}
        {shown === 'site' && <SitePart />}
        {shown === 'terms' && <TermsPart />}
        {shown === 'looks' && (
          <>
            <BrandsPart company={company} />
            <SkinsPart company={company} />
          </>
        )}
      </div>
    </Tabs>
  );
}

/** What the admins of a company set: how others see it, its products, brands and skins. */
export function CompanyPage() {
  const t = useTexts(texts);
  const { data, error, refetch } = useQuery(companyQuery);
  useTitle(t('title'));
  return (
    <SettingsPage>
      <BackToSections />
      <PageTitle>{t('title')}</PageTitle>
      <QuietLine>{t('intro')}</QuietLine>
      {!data && error && <Failed title={t('loadFailed')} line={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={4} picture={0} />}
      {data && <Parts company={data} />}
    </SettingsPage>
  );
}
