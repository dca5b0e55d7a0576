import { readAsDataUrl } from '../../platform/data-url';
import { useEffect, useState } from 'react';
import { getConfig } from '../../platform';
import { lazyPart } from '../../ui/feedback/lazy-part';
import { fileProblem, isJpeg, keptType } from './model/files';
import type { FieldKey } from './model/fields';
import type { FileValue } from './model/values';
import type { Editor } from './use-editor';

/** With its library, only loaded when a picture is chosen. */
const CropDialog = lazyPart(() => import('../../ui/crop/CropDialog'), 'CropDialog');

interface Chosen {
  readonly address: string;
  readonly type: 'image/jpeg' | 'image/png';
  readonly name: string;
  /** Whether the address is one of a file that was chosen here. */
  readonly isOwn: boolean;
}

/** Chosen pictures are checked, cropped one after another, and then taken. */
export function useChosenPicture(of: FieldKey, editor: Editor, onTaken: (picture: FileValue) => void) {
  const [queue, setQueue] = useState<readonly Chosen[]>([]);
  const [current] = queue;
  useEffect(
    () => () => {
      if (current?.isOwn) URL.revokeObjectURL(current.address);
    },
    [current],
  );
  const next = () => setQueue(([, ...others]) => others);
  const take = (picture: Blob, name: string) =>
    void editor.read(async () => {
      const data = await readAsDataUrl(picture).catch(() => null);
      if (data === null) editor.refuse(of, 'unreadable');
      else onTaken({ data, name });
      next();
    });
  return {
    choose: (file: File) =>
      void editor.read(async () => {
        const problem = await fileProblem(file, 'picture', getConfig().maxFileBytes);
        editor.refuse(of, problem);
        if (problem) return;
        const type = keptType(file.type === 'image/jpeg');
        const chosen = { address: URL.createObjectURL(file), type, name: file.name, isOwn: true } as const;
        setQueue((now) => [...now, chosen]);
      }),
    /** Crops a picture that is there. */
    edit: (picture: FileValue) =>
      setQueue([
        {
          address: 'url' in picture ? picture.url : picture.data,
          type: keptType(isJpeg(picture)),
          name: 'data' in picture ? picture.name : '',
          isOwn: false,
        },
      ]),
    dialog: current && (
      <CropDialog
        key={current.address}
        picture={current.address}
        type={current.type}
        onCropped={(picture: Blob) => take(picture, current.name)}
        onFailed={() => {
          editor.refuse(of, 'cutOff');
          next();
        }}
        onClose={next}
      />
    ),
  };
}
