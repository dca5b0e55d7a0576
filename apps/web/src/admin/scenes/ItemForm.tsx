import { CONTENT_TITLE_MAX, GALLERY_MAX, type EditableMarker } from '@earth/contracts';
import { IconArrowDown, IconArrowUp, IconPhotoPlus, IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import { readAsDataUrl } from '../../platform/data-url';
import { useTexts } from '../../shared/i18n';
import { useRequest } from '../../shared/use-request';
import { LineButton } from '../../ui/controls/Button';
import { Field } from '../../ui/controls/Field';
import { FileInput } from '../../ui/controls/FileInput';
import { IconButton } from '../../ui/controls/IconButton';
import { Select } from '../../ui/controls/Select';
import type { DraftItem } from './model/draft-item';
import { NumberField } from './NumberField';
import styles from './scenes.module.css';
import { texts } from './texts';
import { VideoFields } from './VideoFields';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** The numbers of an item with their limits, which are those of the server. */
const NUMBERS = [
  ['x', -50, 50, 0.05],
  ['y', -50, 50, 0.05],
  ['z', -50, 50, 0.05],
  ['width', 0.01, 50, 0.05],
  ['turnX', -360, 360, 1],
  ['turnY', -360, 360, 1],
  ['turnZ', -360, 360, 1],
] as const;

/** Another picture of a gallery; a second one makes a gallery of a picture. */
function MorePictures({ item, onChange }: Pick<ItemFormProps, 'item' | 'onChange'>) {
  const t = useTexts(texts);
  const input = useRef<HTMLInputElement>(null);
  const { ask, isBusy } = useRequest();
  return (
    <>
      <FileInput
        ref={input}
        type="image/jpeg,image/png,image/webp"
        onFile={(file) =>
          void ask(async () =>
            onChange({ kind: 'gallery', files: [...item.files, { data: await readAsDataUrl(file) }] }),
          )
        }
      />
      <LineButton
        icon={<IconPhotoPlus {...icon} />}
        disabled={isBusy || item.files.length >= GALLERY_MAX}
        onClick={() => input.current?.click()}
      >
        {t('addToGallery')}
      </LineButton>
    </>
  );
}

interface ItemFormProps {
  readonly item: DraftItem;
  readonly name: string;
  readonly markers: readonly EditableMarker[];
  readonly place: { readonly index: number; readonly count: number };
  readonly onChange: (fields: Partial<DraftItem>) => void;
  readonly onStep: (by: 1 | -1) => void;
  readonly onDelete: () => void;
}

/** The fields of an item. */
export function ItemForm({ item, name, markers, place, onChange, onStep, onDelete }: ItemFormProps) {
  const t = useTexts(texts);
  const { kind, files, title, contentTitle, markerId } = item;
  const pictures = kind === 'picture' || kind === 'gallery' ? files : [];
  return (
    <section aria-label={name} className={styles.form}>
      <div className={styles.bar}>
        <h3 className={styles.name}>{name}</h3>
        <span className={styles.acts}>
          <IconButton
            label={t('up')}
            icon={<IconArrowUp {...icon} />}
            disabled={place.index === 0}
            onClick={() => onStep(-1)}
          />
          <IconButton
            label={t('down')}
            icon={<IconArrowDown {...icon} />}
            disabled={place.index === place.count - 1}
            onClick={() => onStep(1)}
          />
          <IconButton label={t('deleteItem', { title: name })} icon={<IconTrash {...icon} />} onClick={onDelete} />
        </span>
      </div>
      {contentTitle !== null && <p className={styles.line}>{t('opens', { title: contentTitle })}</p>}
      {pictures.length > 0 && (
        <div className={styles.acts}>
          {pictures.map((file) => {
            const url = 'url' in file ? file.url : file.data;
            return <img key={url} src={url} alt="" className={styles.thumb} />;
          })}
          <MorePictures item={item} onChange={onChange} />
        </div>
      )}
      <Select
        label={t('onMarker')}
        value={markerId ?? ''}
        options={[
          { value: '', label: t('everyMarker') },
          ...markers.map((marker, index) => ({
            value: marker.markerId,
            label: t('marker', { number: index + 1 }),
          })),
        ]}
        onChange={(id) => onChange({ markerId: id === '' ? null : id })}
      />
      <div className={styles.fields}>
        {(['en', 'it'] as const).map((language) => (
          <Field
            key={language}
            label={t(language === 'en' ? 'titleEn' : 'titleIt')}
            value={title[language]}
            lang={language}
            maxLength={CONTENT_TITLE_MAX}
            problem={null}
            say={t}
            onChange={(words) => onChange({ title: { ...title, [language]: words } })}
          />
        ))}
        {NUMBERS.map(([field, min, max, step]) => (
          <NumberField
            key={field}
            label={t(field)}
            value={item[field]}
            min={min}
            max={max}
            step={step}
            onChange={(value) => value !== null && onChange({ [field]: value })}
          />
        ))}
      </div>
      <p className={styles.line}>{t('units')}</p>
      {kind === 'video' && <VideoFields item={item} onChange={onChange} />}
    </section>
  );
}
