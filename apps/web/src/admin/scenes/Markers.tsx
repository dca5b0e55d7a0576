import type { EditableMarker } from '@earth/contracts';
import { IconPhotoPlus, IconPhotoEdit, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { ViewRating } from '../../discover/model-editor';
import { readAsDataUrl } from '../../platform/data-url';
import { useTexts } from '../../shared/i18n';
import { useRequest } from '../../shared/use-request';
import { LineButton, QuietButton } from '../../ui/controls/Button';
import { FileInput } from '../../ui/controls/FileInput';
import { IconButton } from '../../ui/controls/IconButton';
import { Question } from '../../ui/overlay/Question';
import type { SceneEditor } from './model/scene-editor';
import styles from './scenes.module.css';
import { texts } from './texts';
import { useSceneChange } from './use-scene-change';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;
const PICTURES = 'image/jpeg,image/png,image/webp';

interface RowProps {
  readonly marker: EditableMarker;
  /** Counted from 1. */
  readonly number: number;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly onReplace: (file: File) => void;
  readonly onDelete: () => void;
}

function Row({ marker, number, isChosen, onChoose, onReplace, onDelete }: RowProps) {
  const t = useTexts(texts);
  const input = useRef<HTMLInputElement>(null);
  return (
    <li className={styles.marker} data-chosen={isChosen || undefined}>
      <button type="button" aria-pressed={isChosen} className={styles.markerChoice} onClick={onChoose}>
        <img src={marker.imageUrl} alt="" className={styles.thumb} decoding="async" />
        <span className={styles.words}>
          <span className={styles.name}>{t('marker', { number })}</span>
          <ViewRating view={marker} />
          {marker.reason !== null && <span className={styles.line}>{t(`hint_${marker.reason}`)}</span>}
        </span>
      </button>
      <FileInput ref={input} type={PICTURES} onFile={onReplace} />
      <span className={styles.acts}>
        <IconButton
          label={`${t('replaceMarker')}: ${t('marker', { number })}`}
          icon={<IconPhotoEdit {...icon} />}
          onClick={() => input.current?.click()}
        />
        <IconButton
          label={`${t('deleteMarker')}: ${t('marker', { number })}`}
          icon={<IconTrash {...icon} />}
          onClick={onDelete}
        />
      </span>
    </li>
  );
}

interface MarkersProps {
  readonly editor: SceneEditor;
  readonly markers: readonly EditableMarker[];
  readonly chosen: EditableMarker | null;
  readonly onChoose: (markerId: string) => void;
}

/** The markers of a scene, with how well a camera recognizes each and how to better it. */
export function Markers({ editor, markers, chosen, onChoose }: MarkersProps) {
  const t = useTexts(texts);
  const input = useRef<HTMLInputElement>(null);
  const upload = useSceneChange();
  const rating = useRequest();
  const [deleted, setDeleted] = useState<string | null>(null);
  const send = (file: File, replaces?: string) =>
    upload.change(async () => await editor.addMarker(await readAsDataUrl(file), replaces));
  const problem = upload.problem ?? rating.problem;
  return (
    <section aria-label={t('markers')} className={styles.side}>
      <h2 className={styles.heading}>{t('markers')}</h2>
      {markers.length === 0 && <p className={styles.line}>{t('noMarkers')}</p>}
      <ul className={styles.list}>
        {markers.map((marker, index) => (
          <Row
            key={marker.markerId}
            marker={marker}
            number={index + 1}
            isChosen={marker === chosen}
            onChoose={() => onChoose(marker.markerId)}
            onReplace={(file) => send(file, marker.markerId)}
            onDelete={() => setDeleted(marker.markerId)}
          />
        ))}
      </ul>
      <FileInput ref={input} type={PICTURES} onFile={(file) => send(file)} />
      <div className={styles.acts}>
        <LineButton icon={<IconPhotoPlus {...icon} />} disabled={upload.isBusy} onClick={() => input.current?.click()}>
          {t(upload.isBusy ? 'uploading' : 'addMarker')}
        </LineButton>
        {markers.length > 0 && (
          <QuietButton disabled={rating.isBusy} onClick={() => void rating.ask(editor.process)}>
            {t(rating.isBusy ? 'rating' : 'rate')}
          </QuietButton>
        )}
      </div>
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem.words}
        </p>
      )}
      <Question
        isOpen={deleted !== null}
        title={t('deleteMarkerAsk')}
        yes={t('delete')}
        isDanger
        onYes={() => {
          setDeleted(null);
          if (deleted !== null) upload.change(() => editor.deleteMarker(deleted));
        }}
        onClose={() => setDeleted(null)}
      >
        <p>{t('deleteMarkerLine')}</p>
      </Question>
    </section>
  );
}
