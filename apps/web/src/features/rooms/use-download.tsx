import { isGenuine } from '@earth/contracts';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTexts } from '../../app/i18n';
import { NotGenuine } from '../../app/NotGenuine';
import type { OpenedRoomMessage } from '../../data/conversation';
import { openRoomFile } from '../../data/room-files';
import { saveFile } from '../../data/save-file';
import { IconButton } from '../../ui/IconButton';
import { texts as uiTexts } from '../../ui/texts';
import { texts } from './texts';

/** A file fetched, opened and saved: the button, and what is wrong where something is. */
export function useDownload(message: OpenedRoomMessage, name: string) {
  const t = useTexts(texts);
  const tUi = useTexts(uiTexts);
  const { data, isError, isPending, mutate } = useMutation({
    mutationFn: () => openRoomFile(message),
    onSuccess: (file) => {
      if (file && isGenuine(file)) saveFile(file, name);
    },
  });
  let problem: ReactNode = null;
  if (isError) problem = t('fileFailed');
  if (data === null) problem = t('fileUnreadable');
  if (!isGenuine(data)) problem = <NotGenuine />;
  const button = (
    <IconButton
      label={tUi('downloadFile', { name })}
      icon={<IconDownload size={20} stroke={1.75} aria-hidden="true" />}
      tipPosition="top"
      aria-disabled={isPending}
      onClick={() => isPending || mutate()}
    />
  );
  return { button, problem, isError, isPending };
}
