import { IconMap, IconPhoto, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useId, useRef } from 'react';
import { LayerPreview } from '../../discover/map';
import { api } from '../../platform';
import { readAsDataUrl } from '../../platform/data-url';
import { useTexts } from '../../shared/i18n';
import { useRequest } from '../../shared/use-request';
import { LineButton } from '../../ui/controls/Button';
import { FileInput } from '../../ui/controls/FileInput';
import styles from './entry-form.module.css';
import type { Entry } from './model/tree';
import { texts } from './texts';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

interface FilesProps {
  readonly entry: Entry;
  /** The entry opens a map, which has a layer. */
  readonly hasLayer: boolean;
  readonly onChange: (change: Partial<Entry>) => void;
}

/** The picture of an entry, and the layer of a map. */
export function EntryFiles({ entry: { imageUrl, attchmUrl, title }, hasLayer, onChange }: FilesProps) {
  const t = useTexts(texts);
  return (
    <>
      <FilePart
        kind="picture"
        url={imageUrl}
        accept="image/jpeg,image/png,image/webp"
        labels={[t('picture'), t(imageUrl === null ? 'addPicture' : 'changePicture'), t('removePicture')]}
        onUrl={(url) => onChange({ imageUrl: url })}
      >
        {imageUrl !== null && <img src={imageUrl} alt={title.en || title.it} className={styles.picture} />}
      </FilePart>
      {hasLayer && (
        <FilePart
          kind="layer"
          url={attchmUrl}
          accept=".kml,.kmz,application/vnd.google-earth.kml+xml,application/vnd.google-earth.kmz"
          labels={[t('layer'), t(attchmUrl === null ? 'addLayer' : 'changeLayer'), t('removeLayer')]}
          onUrl={(url) => onChange({ attchmUrl: url })}
        >
          {attchmUrl === null ? (
            <p className={styles.note}>{t('layerLine')}</p>
          ) : (
            <LayerPreview key={attchmUrl} url={attchmUrl} label={t('layerMap')} />
          )}
        </FilePart>
      )}
    </>
  );
}

interface PartProps {
  readonly kind: 'picture' | 'layer';
  readonly url: string | null;
  readonly accept: string;
  readonly labels: readonly [name: string, choose: string, remove: string];
  readonly onUrl: (url: string | null) => void;
  readonly children: ReactNode;
}

function FilePart({ kind, url, accept, labels: [name, choose, remove], onUrl, children }: PartProps) {
  const t = useTexts(texts);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { isBusy, problem, ask } = useRequest();
  const upload = (file: File) =>
    void ask(async () => onUrl((await api.addMenuFile({ kind, base64: await readAsDataUrl(file) })).url));
  const KindIcon = kind === 'picture' ? IconPhoto : IconMap;
  return (
    <section aria-labelledby={id} className={styles.file}>
      <h3 id={id} className={styles.fileName}>
        {name}
      </h3>
      {children}
      <FileInput ref={input} type={accept} onFile={upload} />
      <div className={styles.acts}>
        <LineButton icon={<KindIcon {...icon} />} disabled={isBusy} onClick={() => input.current?.click()}>
          {isBusy ? t('uploading') : choose}
        </LineButton>
        {url !== null && (
          <LineButton isDanger icon={<IconTrash {...icon} />} disabled={isBusy} onClick={() => onUrl(null)}>
            {remove}
          </LineButton>
        )}
      </div>
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem.words}
        </p>
      )}
    </section>
  );
}
