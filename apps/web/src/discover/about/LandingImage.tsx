import { IconExternalLink } from '@tabler/icons-react';
import { NotFound } from '../../ui/page/NotFound';
import { useTexts } from '../../shared/i18n';
import { startPage } from '../../shared/start-page';
import { useTitle } from '../../shared/use-title';
import { getConfig } from '../../platform';
import { ButtonAnchor, ButtonLink } from '../../ui/controls/Button';
import styles from './about.module.css';
import { texts } from './texts';

function Image({ name, url, imageUrl }: { readonly name: string; readonly url: string; readonly imageUrl: string }) {
  const t = useTexts(texts);
  useTitle(name);
  return (
    <main className={styles.landingImage}>
      <img src={imageUrl} alt="" />
      <div className={styles.landingActs}>
        <h1>{name}</h1>
        <ButtonLink to={startPage()} kind="quiet">
          {t('toApp')}
        </ButtonLink>
        <ButtonAnchor href={url} target="_blank" rel="noopener" kind="filled">
          <IconExternalLink size={20} stroke={1.75} aria-hidden="true" />
          {t('toProvider', { name })}
        </ButtonAnchor>
      </div>
    </main>
  );
}

/** The provider's picture with a link to their site (D2.61). */
export function LandingImage() {
  const { provider } = getConfig().brand;
  return provider ? <Image {...provider} /> : <NotFound />;
}
