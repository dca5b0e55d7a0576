import { GALLERY_MAX, type OwnCatalogue } from '@earth/contracts';
import { IconPhotoPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ChooseContent } from '../../discover/content-editor';
import { acceptedTypes, fileProblem } from '../../discover/content-editor/model/files';
import { toBase64 } from '../../discover/recognition/model/photograph';
import { api, ApiError, getConfig } from '../../platform';
import { useTexts } from '../../shared/i18n';
import { useUploads } from '../../shared/use-uploads';
import { FilledButton, QuietButton } from '../../ui/controls/Button';
import { FileInput } from '../../ui/controls/FileInput';
import { Uploads } from '../../ui/feedback/Uploads';
import { Dialog, DialogAnswers } from '../../ui/overlay/Dialog';
import styles from './catalogues.module.css';
import { CATALOGUES } from './queries';
import { texts } from './texts';

interface Product {
  readonly id: number;
  readonly title: string;
}

const refusals = { tooLarge: 'tooLarge', unreadable: 'unreadable' } as const;

/** Adds pictures to one product: each is sent by itself, so that a refused one keeps no other from being stored. */
function ProductPictures({ product, onOther }: { readonly product: Product; readonly onOther: () => void }) {
  const t = useTexts(texts);
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [added, setAdded] = useState(0);
  const { uploads, add } = useUploads(async (file, sending) => {
    const problem = await fileProblem(file, 'picture', getConfig().maxFileBytes);
    if (problem) throw new Error(t(problem in refusals ? refusals[problem as keyof typeof refusals] : 'notPicture'));
    try {
      await api.changeContent({ contentId: product.id, imagesBase64: [await toBase64(file)] }, sending);
    } catch (error) {
      const isFull = error instanceof ApiError && error.fields.imagesBase64 !== undefined;
      throw isFull ? new Error(t('galleryFull', { count: GALLERY_MAX })) : error;
    }
    setAdded((count) => count + 1);
    await client.invalidateQueries({ queryKey: CATALOGUES });
  });
  return (
    <div className={styles.form}>
      <p className={styles.name}>{product.title}</p>
      <p className={styles.line}>{t('picturesLine')}</p>
      <FileInput ref={input} type={acceptedTypes.picture} isSeveral onFile={add} />
      <div className={styles.acts}>
        <FilledButton
          autoFocus
          icon={<IconPhotoPlus size={20} stroke={1.75} aria-hidden="true" />}
          onClick={() => input.current?.click()}
        >
          {t('choosePictures')}
        </FilledButton>
        <QuietButton onClick={onOther}>{t('otherProduct')}</QuietButton>
      </div>
      <Uploads label={t('addPictures')} uploads={uploads} />
      <p role="status">{added > 0 && t('picturesAdded', { count: added })}</p>
    </div>
  );
}

interface DialogProps {
  readonly catalogue: OwnCatalogue;
  readonly onClose: () => void;
}

/** Several pictures of a product at once. What is on its way when it closes still arrives. */
export function PicturesDialog({ catalogue, onClose }: DialogProps) {
  const t = useTexts(texts);
  const [product, choose] = useState<Product | null>(null);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('picturesTitle', { title: catalogue.title })}
      width={560}
      closeOnClickOutside={false}
    >
      {product ? (
        <ProductPictures key={product.id} product={product} onOther={() => choose(null)} />
      ) : (
        <ChooseContent
          without={[]}
          category={catalogue.categoryId}
          autoFocus
          onChoose={(id, title) => choose({ id, title })}
        />
      )}
      <DialogAnswers>
        <QuietButton onClick={onClose}>{t('close')}</QuietButton>
      </DialogAnswers>
    </Dialog>
  );
}
