import { leadParts } from '@earth/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTexts } from '../../shared/i18n';
import { startPage } from '../../shared/start-page';
import { useTitle } from '../../shared/use-title';
import { api, getConfig } from '../../platform';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { BackButton } from '../../ui/page/BackButton';
import { PageTitle } from '../../ui/page/SettingsPage';
import styles from './contact.module.css';
import { ContactForm } from './ContactForm';
import { texts } from './texts';

const leadFormQuery = (brand: string) =>
  queryOptions({ queryKey: ['lead-form', brand], queryFn: () => api.getLeadForm({ brand }) });

/** The public contact form; a content passes its brand and its title (D2.14). */
export function Contact() {
  const t = useTexts(texts);
  const { brand: given, note = '' } = useSearch({ strict: false });
  const { appCode, brand: app } = getConfig();
  const brand = given ?? app.contactBrand;
  const { data, isPending } = useQuery(leadFormQuery(brand));
  // A list may be named as its brand.
  const about = [...new Set([note, given ?? ''])].filter((words) => words !== '').join(' · ');
  useTitle(t('title'));
  return (
    <div className={styles.page}>
      <BackButton label={t('back')} to={startPage()} />
      <PageTitle>{t('title')}</PageTitle>
      <p className={styles.intro}>{about === '' ? t('intro') : t('about', { about })}</p>
      {isPending ? (
        <SkeletonRows count={4} picture={0} />
      ) : (
        // If it is not known what the company asks for, such as offline, all of it: that is always taken.
        <ContactForm
          key={`${brand} ${note}`}
          brand={brand}
          leadSource={appCode}
          note={note}
          parts={data?.parts ?? leadParts}
        />
      )}
    </div>
  );
}
