import type { ContentItem } from '@earth/contracts';
import { useTexts } from '../../shared/i18n';
import { ButtonLink, TextButton } from '../../ui/controls/Button';
import { Dialog, DialogAnswers } from '../../ui/overlay/Dialog';
import { Info, ResultFoot } from '../detail';
import { Picture, SaveButton } from '../menu';
import { ResultTile } from './ResultTile';
import styles from './results.module.css';
import { texts } from './texts';
import { useOpenedCard } from './use-opened-card';

interface CardProps {
  readonly item: ContentItem;
  readonly isFirst: boolean;
}

/** The details of an opened card, with a link to the page. */
function Opened({ item, onClose }: { readonly item: ContentItem; readonly onClose: () => void }) {
  const t = useTexts(texts);
  const { id, image, imageUrl } = item.content;
  return (
    <div className={styles.opened}>
      {imageUrl !== null && (
        <Picture
          picture={image}
          url={imageUrl}
          sizes="(min-width: 640px) 552px, 100vw"
          className={styles.large}
          isFirst
        />
      )}
      <Info content={item.content} />
      <ResultFoot item={item} />
      <DialogAnswers>
        <span className={styles.star}>
          <SaveButton item={item} />
        </span>
        <TextButton onClick={onClose}>{t('close')}</TextButton>
        <ButtonLink to="/content-detail/$contentId" params={{ contentId: String(id) }} kind="filled">
          {t('toPage')}
        </ButtonLink>
      </DialogAnswers>
    </div>
  );
}

/** A content as a recognition result: picture first, details open in place (D2.55). */
export function ResultCard({ item, isFirst }: CardProps) {
  const { isOpen, hasImage, open, close } = useOpenedCard();
  const { title, descr, image, imageUrl, locale } = item.content;
  const [line] = descr.split('\n', 1);
  return (
    <div className={styles.inRow}>
      <ResultTile
        picture={image}
        url={imageUrl}
        isFirst={isFirst}
        title={title}
        line={line}
        locale={locale}
        hasImage={hasImage}
        onOpen={open}
      />
      <Dialog isOpen={isOpen} onClose={close} title={title} kind="card" width={600}>
        <Opened item={item} onClose={close} />
      </Dialog>
    </div>
  );
}
