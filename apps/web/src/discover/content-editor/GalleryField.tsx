import { GALLERY_MAX } from '@earth/contracts';
import { IconArrowLeft, IconArrowRight, IconPhotoPlus, IconTrash } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { QuietButton } from '../../ui/controls/Button';
import { ProblemLine } from '../../ui/controls/Field';
import { FileInput } from '../../ui/controls/FileInput';
import { IconButton } from '../../ui/controls/IconButton';
import styles from './content-editor.module.css';
import { acceptedTypes } from './model/files';
import { filesIn, type FileValue } from './model/values';
import { moved } from './model/moved';
import { addressOf, CameraButton } from './PictureField';
import { texts } from './texts';
import type { EditorFieldProps } from './use-editor';
import { useChosenPicture } from './use-chosen-picture';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

interface TileProps {
  readonly picture: FileValue;
  readonly index: number;
  readonly count: number;
  readonly onMove: (from: number, to: number) => void;
  readonly onRemove: () => void;
  /** The picture that is dragged. */
  readonly dragged: React.RefObject<number | null>;
}

function Tile({ picture, index, count, onMove, onRemove, dragged }: TileProps) {
  const t = useTexts(texts);
  const number = index + 1;
  return (
    <li className={styles.tile}>
      {/* Dragging is a second way: the buttons do the same by keyboard. */}
      <div
        role="presentation"
        draggable
        onDragStart={() => Object.assign(dragged, { current: index })}
        onDragOver={(event) => {
          if (dragged.current !== null) event.preventDefault();
        }}
        onDrop={(event) => {
          if (dragged.current === null) return;
          event.preventDefault();
          onMove(dragged.current, index);
          Object.assign(dragged, { current: null });
        }}
      >
        <img src={addressOf(picture)} alt={t('pictureOf', { number, count })} />
      </div>
      <div className={styles.tileActs}>
        <IconButton
          label={t('earlier', { number })}
          icon={<IconArrowLeft {...icon} />}
          disabled={index === 0}
          onClick={() => onMove(index, index - 1)}
        />
        <IconButton
          label={t('later', { number })}
          icon={<IconArrowRight {...icon} />}
          disabled={number === count}
          onClick={() => onMove(index, index + 1)}
        />
        <IconButton label={t('removePicture', { number })} icon={<IconTrash {...icon} />} onClick={onRemove} />
      </div>
    </li>
  );
}

/** The gallery: its pictures in order, which is changed by drag or by buttons. */
export function GalleryField({ of, label, editor }: EditorFieldProps) {
  const t = useTexts(texts);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const dragged = useRef<number | null>(null);
  const [said, say] = useState('');
  const pictures = filesIn(editor.values);
  const { choose, dialog } = useChosenPicture(of, editor, (taken) => editor.setField(of, [...pictures, taken]));
  const isFull = pictures.length >= GALLERY_MAX;
  const move = (from: number, to: number) => {
    editor.setField(of, moved(pictures, from, to));
    say(t('moved', { number: to + 1 }));
  };
  return (
    <div role="group" aria-labelledby={id} className={styles.file} data-wrong={editor.problems[of] ? true : undefined}>
      <p id={id} className={styles.label}>
        {label}
      </p>
      <ul className={styles.gallery}>
        {pictures.map((picture, index) => (
          <Tile
            key={addressOf(picture)}
            picture={picture}
            index={index}
            count={pictures.length}
            dragged={dragged}
            onMove={move}
            onRemove={() => editor.setField(of, pictures.toSpliced(index, 1))}
          />
        ))}
      </ul>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      <FileInput ref={input} type={acceptedTypes.picture} onFile={choose} />
      {isFull ? (
        <p>{t('galleryFull', { count: GALLERY_MAX })}</p>
      ) : (
        <div className={styles.fileActs}>
          <QuietButton
            icon={<IconPhotoPlus {...icon} />}
            aria-describedby={`${id}-problem`}
            onClick={() => input.current?.click()}
          >
            {t('addPictures')}
          </QuietButton>
          <CameraButton onPicture={choose} />
        </div>
      )}
      <ProblemLine id={`${id}-problem`} problem={editor.problems[of] ?? null} say={t} />
      {dialog}
    </div>
  );
}
