import { isGenuine } from '@earth/contracts';
import { IconDownload, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { useTexts } from '../../shared/i18n';
import { NotGenuine } from '../../ui/feedback/NotGenuine';
import { useComing, useMessageFile } from './model/files';
import { saveFile } from '../../shared/device/save-file';
import { FileGone } from '../../ui/rows/FileRow';
import { IconButton } from '../../ui/controls/IconButton';
import { texts as uiTexts } from '../../ui/texts';
import type { ShownMessage } from './source';
import { texts } from './texts';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** Downloads, decrypts and saves a file: the button, which also stops it, the progress, and the error. */
export function useDownload(message: ShownMessage, name: string) {
  const t = useTexts(texts);
  const tUi = useTexts(uiTexts);
  const coming = useComing(message);
  const { open } = useMessageFile(message);
  const stop = useRef(new AbortController());
  const { data, isError, isPending, mutate, reset } = useMutation({
    mutationFn: open,
    onSuccess: (file) => {
      if (file && isGenuine(file)) saveFile(file, name);
    },
  });
  function press() {
    if (isPending) {
      stop.current.abort();
      return reset();
    }
    stop.current = new AbortController();
    mutate(stop.current.signal);
  }
  let problem: ReactNode = null;
  if (isError) problem = t('fileFailed');
  if (data === null) problem = t('fileUnreadable');
  if (!isGenuine(data)) problem = <NotGenuine />;
  const button = (
    <IconButton
      label={isPending ? t('stopDownload', { name }) : tUi('downloadFile', { name })}
      icon={isPending ? <IconX {...icon} /> : <IconDownload {...icon} />}
      tipPosition="top"
      onClick={press}
    />
  );
  // Also the progress of a download for opening, sharing or listening.
  const progress = (isPending || coming !== null) && <FileGone name={name} gone={coming} isComing />;
  return { button, progress, problem, isError, isPending };
}
