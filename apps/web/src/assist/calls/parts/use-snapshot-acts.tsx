import type { Snapshot } from '@earth/calls';
import { IconDownload, IconPhotoPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { saveFile, saveUrl } from '../../../shared/device/save-file';
import { useLanguage, useTexts } from '../../../shared/i18n';
import { snapshotName } from '../../../shared/snapshot-name';
import { showToast } from '../../../shared/toast';
import type { SheetAction } from '../../../ui/overlay/ActionSheet';
import { Question } from '../../../ui/overlay/Question';
import { texts as drawingTexts } from '../drawing/texts';
import { useAboutDrawing } from '../drawing/use-drawn';
import type { InCallModel } from '../screens/use-in-call';
import { texts } from '../texts';
import { focusBeside } from './strip-tiles';

type Deletion = 'none' | 'asking' | 'running' | 'failed';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** What can be done with the snapshot on the stage, and the question before it is deleted for everybody. */
export function useSnapshotActs(model: InCallModel, snapshot: Snapshot) {
  const say = useTexts(texts);
  const sayDrawing = useTexts(drawingTexts);
  const language = useLanguage();
  const [deletion, setDeletion] = useState<Deletion>('none');
  const { actions, view } = model;
  const { drawing } = actions;
  const { pic, url, number, canDelete } = snapshot;
  const isDrawnOn = useAboutDrawing(drawing, pic.uniqueId, ({ strokes }) => strokes.length > 0);
  const withDrawing = async (of: string) => {
    const { strokes } = drawing.getDrawing(pic.uniqueId);
    return (await import('../drawing/flatten')).flatten(of, strokes);
  };
  function download(of: string) {
    const name = snapshotName(new Date(pic.date), number, language);
    if (!isDrawnOn) return saveUrl(of, name);
    withDrawing(of)
      .then((picture) => saveFile(picture, name))
      .catch(() => showToast(say('fileFailed')));
  }
  function remove() {
    setDeletion('running');
    // On success the component is unmounted.
    actions.deletePic(pic.uniqueId).then(
      () => focusBeside(view.snapshots, pic.uniqueId),
      () => setDeletion('failed'),
    );
  }
  const acts: SheetAction[] = [];
  if (url) {
    acts.push({
      id: 'download',
      label: say('downloadSnapshot'),
      icon: <IconDownload {...icon} />,
      act: () => download(url),
    });
    if (isDrawnOn) {
      const keep = () => actions.keepPicture(withDrawing(url));
      acts.push({ id: 'saveAsNew', label: sayDrawing('saveAsNew'), icon: <IconPhotoPlus {...icon} />, act: keep });
    }
  }
  if (canDelete) {
    const ask = () => setDeletion('asking');
    acts.push({ id: 'delete', label: say('deleteSnapshot'), icon: <IconTrash {...icon} />, isDanger: true, act: ask });
  }
  const question = (
    <Question
      isOpen={deletion !== 'none'}
      title={say('deleteQuestion', { number })}
      yes={deletion === 'failed' ? say('tryAgain') : say('delete')}
      isDanger
      isBusy={deletion === 'running'}
      problem={deletion === 'failed' ? { words: say('deleteFailed') } : null}
      onYes={remove}
      onClose={() => setDeletion('none')}
    >
      <p>{say('deleteLine')}</p>
    </Question>
  );
  return { acts, question };
}
