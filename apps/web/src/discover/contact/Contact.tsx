import { IconArrowLeft } from '@tabler/icons-react';
import { useCanGoBack, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useTexts } from '../../shared/i18n';
import { startPage } from '../../shared/start-page';
import { useTitle } from '../../shared/use-title';
import { getConfig } from '../../platform';
import { IconButton } from '../../ui/controls/IconButton';
import styles from './contact.module.css';
import { ContactForm } from './ContactForm';
import { texts } from './texts';

/** Back to the previous page, or to the start. */
function BackButton() {
  const t = useTexts(texts);
  const canGoBack = useCanGoBack();
  const { history } = useRouter();
  const navigate = useNavigate();
  return (
    <IconButton
      label={t('back')}
      className={styles.back}
      icon={<IconArrowLeft size={24} stroke={1.75} aria-hidden="true" />}
      onClick={() => (canGoBack ? history.back() : void navigate({ to: startPage() }))}
    />
  );
}

/** The public contact form; a content passes its brand and its title (D2.14). */
export function Contact() {
  const t = useTexts(texts);
  const { brand, note = '' } = useSearch({ strict: false });
  const { appCode, brand: app } = getConfig();
  useTitle(t('title'));
  return (
    <div className={styles.page}>
      <BackButton />
      <h1 className={styles.title}>{t('title')}</h1>
      <p className={styles.intro}>{brand === undefined ? t('intro') : t('about', { brand })}</p>
      <ContactForm key={`${brand} ${note}`} brand={brand ?? app.contactBrand} leadSource={appCode} note={note} />
    </div>
  );
}
