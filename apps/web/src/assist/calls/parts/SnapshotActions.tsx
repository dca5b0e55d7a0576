import type { Snapshot } from '@earth/calls';
import { IconDownload, IconPhotoPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useLanguage, useTexts } from '../../../shared/i18n';
import { snapshotName } from '../../../shared/snapshot-name';
import { showToast } from '../../../shared/toast';
import { Question } from '../../../ui/overlay/Question';
import { IconButton } from '../../../ui/controls/IconButton';
import { saveFile, saveUrl } from '../../../platform/storage/save-file';
import { texts as drawingTexts } from '../drawing/texts';
import { useAboutDrawing } from '../drawing/use-drawn';
import type { InCallModel } from '../screens/use-in-call';
import { texts } from '../texts';
import styles from './snapshot-actions.module.css';
import { focusBeside, keyOf } from './strip-tiles';

interface SnapshotActionsProps {
  readonly model: InCallModel;
  readonly snapshot: Snapshot;
  readonly layout: 'phone' | 'desk';
}

/** On a phone the buttons are larger, with a background. */
const looks = {
  phone: { isField: true, isQuiet: true, tipPosition: 'bottom' },
  desk: { tipPosition: 'top' },
} as const;

type Deletion = 'none' | 'asking' | 'running' | 'failed';

/** Deletes for everybody, after a question. */
function Delete({ model, snapshot: { pic, number }, layout }: SnapshotActionsProps) {
  const say = useTexts(texts);
  const [deletion, setDeletion] = useState<Deletion>('none');
  const close = () => setDeletion('none');
  const run = () => {
    setDeletion('running');
    // On success this component is unmounted.
    model.actions.deletePic(pic.uniqueId).then(
      () => focusBeside(model.view.snapshots, pic.uniqueId),
      () => setDeletion('failed'),
    );
  };
  return (
    <>
      <IconButton
        label={say('deleteSnapshot')}
        {...looks[layout]}
        icon={<IconTrash size={20} stroke={1.75} aria-hidden="true" />}
        onClick={() => setDeletion('asking')}
      />
      <Question
        isOpen={deletion !== 'none'}
        title={say('deleteQuestion', { number })}
        yes={deletion === 'failed' ? say('tryAgain') : say('delete')}
        isDanger
        isBusy={deletion === 'running'}
        problem={deletion === 'failed' ? { words: say('deleteFailed') } : null}
        onYes={run}
        onClose={close}
      >
        <p>{say('deleteLine')}</p>
      </Question>
    </>
  );
}

/** The actions for the snapshot on the stage. */
export function SnapshotActions(props: SnapshotActionsProps) {
  const say = useTexts(texts);
  const language = useLanguage();
  const sayDrawing = useTexts(drawingTexts);
  const { model, snapshot, layout } = props;
  const { actions } = model;
  const { drawing } = actions;
  const { pic, url, number, canDelete } = snapshot;
  const isDrawnOn = useAboutDrawing(drawing, pic.uniqueId, ({ strokes }) => strokes.length > 0);
  const withDrawing = async (of: string) => {
    const { strokes } = drawing.getDrawing(pic.uniqueId);
    return (await import('../drawing/flatten')).flatten(of, strokes);
  };
  return (
    <div className={styles.actions}>
      {url && (
        <IconButton
          label={say('downloadSnapshot')}
          {...looks[layout]}
          icon={<IconDownload size={20} stroke={1.75} aria-hidden="true" />}
          onClick={() => {
            const name = snapshotName(new Date(pic.date), number, language);
            if (!isDrawnOn) return saveUrl(url, name);
            withDrawing(url)
              .then((picture) => saveFile(picture, name))
              .catch(() => showToast(say('fileFailed')));
          }}
        />
      )}
      {url && isDrawnOn && (
        <IconButton
          label={sayDrawing('saveAsNew')}
          {...looks[layout]}
          icon={<IconPhotoPlus size={20} stroke={1.75} aria-hidden="true" />}
          onClick={() => actions.keepPicture(withDrawing(url))}
        />
      )}
      {canDelete && <Delete key={keyOf(snapshot)} {...props} />}
    </div>
  );
}
