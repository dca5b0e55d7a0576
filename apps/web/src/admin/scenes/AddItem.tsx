import type { SceneItemKind } from '@earth/contracts';
import { IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { ChooseContent } from '../../discover/content-editor';
import { readAsDataUrl } from '../../platform/data-url';
import { useTexts } from '../../shared/i18n';
import { useRequest } from '../../shared/use-request';
import { LineButton } from '../../ui/controls/Button';
import { FileInput } from '../../ui/controls/FileInput';
import { Dialog } from '../../ui/overlay/Dialog';
import type { DraftItem } from './model/draft-item';
import { newItem } from './model/scene-editor';
import styles from './scenes.module.css';
import { texts } from './texts';

type FileKind = Exclude<SceneItemKind, 'info' | 'gallery'>;

const FILES: readonly (readonly [kind: FileKind, type: string])[] = [
  ['picture', 'image/jpeg,image/png,image/webp'],
  ['video', 'video/mp4'],
  ['model', '.glb,model/gltf-binary'],
];

interface AddItemProps {
  readonly markerId: string | null;
  readonly newKey: () => string;
  readonly onAdd: (item: DraftItem) => void;
}

/** Adds an item: by its files, or an info card by its content. */
export function AddItem({ markerId, newKey, onAdd }: AddItemProps) {
  const t = useTexts(texts);
  const { ask, isBusy, problem } = useRequest();
  const [isChoosing, setChoosing] = useState(false);
  const add = (kind: SceneItemKind, file: File) =>
    void ask(async () =>
      onAdd(newItem({ key: newKey(), kind, markerId, files: [{ data: await readAsDataUrl(file) }] })),
    );
  return (
    <div role="group" aria-label={t('add')} className={styles.acts}>
      {FILES.map(([kind, type]) => (
        <AddFile key={kind} kind={kind} type={type} isBusy={isBusy} onFile={(file) => add(kind, file)} />
      ))}
      <LineButton icon={<IconPlus size={20} stroke={1.75} aria-hidden="true" />} onClick={() => setChoosing(true)}>
        {t('add_info')}
      </LineButton>
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem.words}
        </p>
      )}
      <Dialog isOpen={isChoosing} onClose={() => setChoosing(false)} title={t('chooseContent')} width={480}>
        {isChoosing && (
          <ChooseContent
            without={[]}
            onChoose={(id, title) => {
              onAdd(newItem({ key: newKey(), kind: 'info', markerId, files: [], content: { id, title } }));
              setChoosing(false);
            }}
          />
        )}
      </Dialog>
    </div>
  );
}

interface AddFileProps {
  readonly kind: FileKind;
  readonly type: string;
  readonly isBusy: boolean;
  readonly onFile: (file: File) => void;
}

function AddFile({ kind, type, isBusy, onFile }: AddFileProps) {
  const t = useTexts(texts);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <FileInput ref={input} type={type} onFile={onFile} />
      <LineButton
        icon={<IconPlus size={20} stroke={1.75} aria-hidden="true" />}
        disabled={isBusy}
        onClick={() => input.current?.click()}
      >
        {t(`add_${kind}`)}
      </LineButton>
    </>
  );
}
