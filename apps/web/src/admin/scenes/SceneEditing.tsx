import type { EditableScene } from '@earth/contracts';
import { IconArrowBackUp, IconArrowForwardUp, IconCloudCheck, IconPencil, IconQrcode } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { api } from '../../platform';
import { useTexts } from '../../shared/i18n';
import { useRequest } from '../../shared/use-request';
import { useEditDraft } from '../../shared/use-edit-draft';
import { ButtonLink, FilledButton, QuietButton } from '../../ui/controls/Button';
import { IconButton } from '../../ui/controls/IconButton';
import { EditorsHere, Restored } from '../../ui/feedback/EditNotices';
import { LeaveQuestion } from '../../ui/overlay/LeaveQuestion';
import { Beacons } from './Beacons';
import { CodeDialog } from './CodeDialog';
import { Items } from './Items';
import { Markers } from './Markers';
import { createSceneEditor, type SceneDraft, type SceneEditor } from './model/scene-editor';
import { SceneConflicts } from './SceneConflicts';
import styles from './scenes.module.css';
import { texts } from './texts';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

function Acts({ contentId, editor }: { readonly contentId: number; readonly editor: SceneEditor }) {
  const t = useTexts(texts);
  const { past, future, isUnsaved } = useStore(editor.store);
  const { ask, isBusy, problem } = useRequest();
  const [isCode, setCode] = useState(false);
  return (
    <>
      <div className={styles.bar}>
        <p role="status" className={styles.line}>
          {!isUnsaved && <IconCloudCheck {...icon} />} {t(isBusy ? 'saving' : isUnsaved ? 'unsaved' : 'saved')}
        </p>
        <div className={styles.acts}>
          <ButtonLink
            kind="quiet"
            to="/discover-content-detail"
            search={{ c: contentId }}
            icon={<IconPencil {...icon} />}
          >
            {t('editTexts')}
          </ButtonLink>
          <QuietButton icon={<IconQrcode {...icon} />} onClick={() => setCode(true)}>
            {t('code')}
          </QuietButton>
          <IconButton
            label={t('undo')}
            icon={<IconArrowBackUp {...icon} />}
            disabled={past.length === 0}
            onClick={editor.undo}
          />
          <IconButton
            label={t('redo')}
            icon={<IconArrowForwardUp {...icon} />}
            disabled={future.length === 0}
            onClick={editor.redo}
          />
          <FilledButton disabled={!isUnsaved || isBusy} onClick={() => void ask(editor.save)}>
            {t('save')}
          </FilledButton>
        </div>
      </div>
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem.words}
        </p>
      )}
      <CodeDialog contentId={contentId} isOpen={isCode} onClose={() => setCode(false)} />
      <SceneConflicts editor={editor} onResolve={(mine) => void ask(() => editor.resolve(mine))} />
    </>
  );
}

interface SceneEditingProps {
  readonly contentId: number;
  readonly first: EditableScene;
  /** What was not saved the last time, on this device. */
  readonly draft: SceneDraft | null;
}

export const sceneDraftName = (contentId: number) => `scene ${contentId}`;

/** The markers and beacons of a scene, and what stands on the chosen marker. */
export function SceneEditing({ contentId, first, draft }: SceneEditingProps) {
  const [editor] = useState(() => createSceneEditor({ contentId, first, draft }, api));
  const { markers, beacons, items, version, base, isUnsaved } = useStore(editor.store);
  const [isRestored, setRestored] = useState(draft !== null);
  const unsaved = useMemo(
    (): SceneDraft | null => (isUnsaved ? { version, items, base } : null),
    [isUnsaved, version, items, base],
  );
  const { forget } = useEditDraft(sceneDraftName(contentId), unsaved);
  const [chosen, setChosen] = useState<string | null>(null);
  const marker = markers.find(({ markerId }) => markerId === chosen) ?? markers[0] ?? null;
  return (
    <>
      <Acts contentId={contentId} editor={editor} />
      <EditorsHere edited={contentId} />
      {isRestored && isUnsaved && (
        <Restored
          onDiscard={() => {
            editor.discard();
            setRestored(false);
          }}
        />
      )}
      <div className={styles.panes}>
        <div className={styles.triggers}>
          <Markers editor={editor} markers={markers} chosen={marker} onChoose={setChosen} />
          <Beacons editor={editor} beacons={beacons} />
        </div>
        <Items key={marker?.markerId ?? ''} editor={editor} marker={marker} />
      </div>
      <LeaveQuestion isChanged={isUnsaved} onLeave={forget} />
    </>
  );
}
