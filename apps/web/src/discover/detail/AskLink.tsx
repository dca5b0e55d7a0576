import type { ContentItem } from '@earth/contracts';
import { IconInfoCircle } from '@tabler/icons-react';
import { useTexts } from '../../shared/i18n';
import { ButtonLink } from '../../ui/controls/Button';
import styles from './content-detail.module.css';
import { texts } from './texts';

/** To the contact form, about this content (D2.44). */
export function AskLink({ item: { content, brand } }: { readonly item: ContentItem }) {
  const t = useTexts(texts);
  return (
    <ButtonLink
      kind="quiet"
      className={styles.ask}
      icon={<IconInfoCircle size={20} stroke={1.75} aria-hidden="true" />}
      to="/contact"
      search={{ ...(brand && { brand: brand.name }), note: content.title }}
    >
      {t('ask')}
    </ButtonLink>
  );
}
