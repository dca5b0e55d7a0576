import type { OwnCatalogue } from '@earth/contracts';
import { IconCamera, IconCopy, IconPhotoPlus, IconPhotoSearch, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMe } from '../../platform';
import { useContentLanguage, useTexts } from '../../shared/i18n';
import { useTitle } from '../../shared/use-title';
import { ButtonLink, FilledButton, LineButton, TextButton } from '../../ui/controls/Button';
import { Empty, Failed } from '../../ui/feedback/Notice';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { QuietLine, SettingsPage, TitleRow } from '../../ui/page/SettingsPage';
import { BackToSections } from '../shell';
import { CatalogueDialog } from './CatalogueDialog';
import styles from './catalogues.module.css';
import { CopyDialog } from './CopyDialog';
import { FeedbackDialog } from './FeedbackDialog';
import { PicturesDialog } from './PicturesDialog';
import { cataloguesQuery } from './queries';
import { texts } from './texts';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

type DialogKind = 'feedback' | 'pictures' | 'copy';

interface CardProps {
  readonly catalogue: OwnCatalogue;
  /** Undefined: the user may not. */
  readonly onEdit: (() => void) | undefined;
  readonly onOpen: (dialog: DialogKind) => void;
}

function Card({ catalogue, onEdit, onOpen }: CardProps) {
  const t = useTexts(texts);
  const { categoryId, title, modelCode, isReady, learnsFromPhotographs, ...counts } = catalogue;
  const { productsCount, withoutPictureCount, photographsCount, feedbackCount } = counts;
  return (
    <li className={styles.card}>
      <div className={styles.words}>
        <h2 className={styles.name}>{title}</h2>
        <p className={styles.line}>
          {[modelCode, t('products', { count: productsCount }), t(isReady ? 'ready' : 'notReady')].join(' · ')}
        </p>
        {withoutPictureCount > 0 && (
          <p className={styles.warning}>{t('withoutPicture', { count: withoutPictureCount })}</p>
        )}
        {learnsFromPhotographs && <p className={styles.line}>{t('keeps', { count: photographsCount })}</p>}
      </div>
      <div className={styles.acts}>
        <ButtonLink kind="line" to="/admin/contents" search={{ category: categoryId }}>
          {t('openProducts')}
        </ButtonLink>
        <ButtonLink kind="line" to="/asset-recognition" search={{ model: modelCode }} icon={<IconCamera {...icon} />}>
          {t('tryIt')}
        </ButtonLink>
        {productsCount > 0 && (
          <LineButton icon={<IconPhotoPlus {...icon} />} onClick={() => onOpen('pictures')}>
            {t('addPictures')}
          </LineButton>
        )}
        {onEdit && (
          <LineButton icon={<IconCopy {...icon} />} onClick={() => onOpen('copy')}>
            {t('copyProducts')}
          </LineButton>
        )}
        {feedbackCount > 0 && (
          <TextButton onClick={() => onOpen('feedback')}>{t('feedback', { count: feedbackCount })}</TextButton>
        )}
        {onEdit && (
          <TextButton aria-label={t('editOf', { title })} onClick={onEdit}>
            {t('edit')}
          </TextButton>
        )}
      </div>
    </li>
  );
}

interface OpenProps {
  readonly dialog: DialogKind;
  readonly catalogue: OwnCatalogue;
  readonly onClose: () => void;
}

function OpenDialog({ dialog, ...props }: OpenProps) {
  switch (dialog) {
    case 'feedback':
      return <FeedbackDialog {...props} />;
    case 'pictures':
      return <PicturesDialog {...props} />;
    case 'copy':
      return <CopyDialog {...props} />;
  }
}

/** The catalogues that photographs are compared with. */
export function CataloguesPage() {
  const t = useTexts(texts);
  const isAdmin = useMe().role.code === 'ADMIN';
  const { data, error, refetch } = useQuery(cataloguesQuery(useContentLanguage()));
  const [edited, edit] = useState<OwnCatalogue | 'new' | null>(null);
  const [open, setOpen] = useState<{ readonly dialog: DialogKind; readonly catalogue: OwnCatalogue } | null>(null);
  useTitle(t('title'));
  return (
    <SettingsPage>
      <BackToSections />
      <TitleRow title={t('title')}>
        {isAdmin && data && (
          <FilledButton icon={<IconPlus {...icon} />} onClick={() => edit('new')}>
            {t('new')}
          </FilledButton>
        )}
      </TitleRow>
      <QuietLine>{t('intro')}</QuietLine>
      {!data && error && <Failed title={t('failed')} line={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={3} picture={0} />}
      {data?.items.length === 0 && (
        <Empty
          icon={<IconPhotoSearch size={40} stroke={1.75} aria-hidden="true" />}
          title={t('none')}
          line={t(isAdmin ? 'noneLine' : 'noneLineOperator')}
        />
      )}
      {data && data.items.length > 0 && (
        <ul aria-label={t('title')} className={styles.list}>
          {data.items.map((catalogue) => (
            <Card
              key={catalogue.categoryId}
              catalogue={catalogue}
              onEdit={isAdmin ? () => edit(catalogue) : undefined}
              onOpen={(dialog) => setOpen({ dialog, catalogue })}
            />
          ))}
        </ul>
      )}
      {edited && (
        <CatalogueDialog
          catalogue={edited === 'new' ? null : edited}
          entryIds={data?.entryIds ?? []}
          onClose={() => edit(null)}
        />
      )}
      {open && <OpenDialog {...open} onClose={() => setOpen(null)} />}
    </SettingsPage>
  );
}
