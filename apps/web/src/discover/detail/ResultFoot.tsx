import type { ContentItem } from '@earth/contracts';
import { IconInfoCircle, IconShare2, IconWorld } from '@tabler/icons-react';
import { useTexts } from '../../shared/i18n';
import { webAddress } from '../../shared/web-address';
import { ButtonAnchor, ButtonLink, QuietButton } from '../../ui/controls/Button';
import { useShare } from './Acts';
import styles from './content-detail.module.css';
import { texts } from './texts';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** The actions of a recognition result: website, contact, share (D2.55). */
export function ResultFoot({ item }: { readonly item: ContentItem }) {
  const t = useTexts(texts);
  const share = useShare(item);
  const { content, brand } = item;
  const web = content.webUrl === null ? null : webAddress(content.webUrl);
  return (
    <footer className={styles.foot}>
      {web !== null && (
        <ButtonAnchor kind="quiet" icon={<IconWorld {...icon} />} href={web} target="_blank" rel="noreferrer">
          {t('web')}
        </ButtonAnchor>
      )}
      <ButtonLink
        kind="quiet"
        icon={<IconInfoCircle {...icon} />}
        to="/contact"
        search={{ ...(brand && { brand: brand.name }), note: content.title }}
      >
        {t('ask')}
      </ButtonLink>
      {share && (
        <QuietButton icon={<IconShare2 {...icon} />} onClick={share}>
          {t('share')}
        </QuietButton>
      )}
    </footer>
  );
}
