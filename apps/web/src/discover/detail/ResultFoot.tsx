import type { ContentItem } from '@earth/contracts';
import { IconShare2, IconWorld } from '@tabler/icons-react';
import { useTexts } from '../../shared/i18n';
import { webAddress } from '../../shared/web-address';
import { ButtonAnchor, QuietButton } from '../../ui/controls/Button';
import { useShare } from './Acts';
import { AskLink } from './AskLink';
import styles from './content-detail.module.css';
import { texts } from './texts';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** The actions of a recognition result: website, contact, share (D2.55). */
export function ResultFoot({ item }: { readonly item: ContentItem }) {
  const t = useTexts(texts);
  const share = useShare(item);
  const { content } = item;
  const web = content.webUrl === null ? null : webAddress(content.webUrl);
  return (
    <footer className={styles.foot}>
      {web !== null && (
        <ButtonAnchor kind="quiet" icon={<IconWorld {...icon} />} href={web} target="_blank" rel="noreferrer">
          {t('web')}
        </ButtonAnchor>
      )}
      <AskLink item={item} />
      {share && (
        <QuietButton icon={<IconShare2 {...icon} />} onClick={share}>
          {t('share')}
        </QuietButton>
      )}
    </footer>
  );
}
