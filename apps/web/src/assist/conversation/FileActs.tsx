/** The actions for a file of a message, besides saving it. */
import { contentTypeOf, isPicture } from '@earth/messaging';
import { isGenuine } from '@earth/contracts';
import { IconExternalLink, IconLoader2, IconShare2, IconX } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { reportPluginError } from '../../shared/plugin-error';
import { texts as appTexts } from '../../shared/texts';
import { useMessageFile } from './model/files';
import { canOpenFile, openFile } from '../../platform/native/open-file';
import { canShareFile, shareFile, type SharedFile } from '../../platform/native/share';
import { IconButton } from '../../ui/controls/IconButton';
import { showToast } from '../../shared/toast';
import type { ShownMessage } from './source';
import { texts } from './texts';

interface FileActsProps {
  readonly message: ShownMessage;
  readonly name: string;
}

type Trouble = 'openFailed' | 'shareFailed' | 'shareAgain';

/** The requested action, until the file is downloaded. */
interface Wish {
  /** Null: success. */
  readonly take: (file: Blob) => Promise<Trouble | null>;
  readonly abandon?: () => void;
}

function wishOpened(name: string): Wish {
  const { show, abandon } = openFile(name, contentTypeOf(name));
  return {
    take: (file) =>
      show(file).then(
        () => null,
        () => 'openFailed',
      ),
    abandon,
  };
}

const troubleOf: Readonly<Record<SharedFile, Trouble | null>> = {
  sheet: null,
  left: null,
  failed: 'shareFailed',
  again: 'shareAgain',
};

function wishShared(name: string): Wish {
  const share = shareFile(name);
  return { take: async (file) => troubleOf[await share(file)] };
}

/** Downloads and decrypts the file for an action, can stop that, and gives the error as text. */
function useWish({ message, name }: FileActsProps, wish: (name: string) => Wish) {
  const t = useTexts(texts);
  const tApp = useTexts(appTexts);
  const queries = useQueryClient();
  const { open, picture } = useMessageFile(message);
  /** A download that finished too late for the click's user activation waits for the next click. */
  const late = useRef<Blob | null>(null);
  const stop = useRef(new AbortController());
  const [isComing, setComing] = useState(false);

  async function fetched(signal: AbortSignal) {
    setComing(true);
    // A picture that is shown continues to download.
    const end = () => void queries.cancelQueries({ queryKey: picture.queryKey, type: 'inactive' });
    signal.addEventListener('abort', end);
    try {
      return await (isPicture(name) ? queries.query(picture) : open(signal));
    } catch {
      return undefined;
    } finally {
      setComing(false);
    }
  }

  async function fulfil({ take, abandon }: Wish): Promise<string | null> {
    const { signal } = stop.current;
    const file = late.current ?? (await fetched(signal));
    if (signal.aborted) {
      abandon?.();
      return null;
    }
    late.current = null;
    if (file && isGenuine(file)) {
      const trouble = await take(file);
      if (trouble === 'shareAgain') late.current = file;
      return trouble && t(trouble);
    }
    abandon?.();
    if (file === undefined) return t('fileFailed');
    return file === null ? t('fileUnreadable') : tApp('notGenuine');
  }
  const { isPending, mutate } = useMutation({
    mutationFn: fulfil,
    networkMode: 'always',
    onSuccess: (trouble) => trouble && showToast(trouble),
  });
  function press() {
    if (isComing) stop.current.abort();
    if (isPending) return;
    stop.current = new AbortController();
    try {
      mutate(wish(name));
    } catch (error) {
      reportPluginError(error);
    }
  }
  return { isComing, isPending, press };
}

const looks = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

interface ActProps {
  readonly name: string;
  readonly label: string;
  readonly icon: ReactNode;
  readonly wish: ReturnType<typeof useWish>;
}

function Act({ name, label, icon, wish: { isComing, isPending, press } }: ActProps) {
  const t = useTexts(texts);
  const waiting = isComing ? <IconX {...looks} /> : <IconLoader2 {...looks} />;
  return (
    <>
      <IconButton
        label={isComing ? t('stopDownload', { name }) : label}
        icon={isPending ? waiting : icon}
        tipPosition="top"
        aria-disabled={isPending && !isComing}
        onClick={press}
      />
      <span role="status" className="visually-hidden">
        {isPending && t('loadingFile')}
      </span>
    </>
  );
}

/** Shares with the device's share sheet; absent if that does not accept the file. */
export function ShareFile(props: FileActsProps) {
  const t = useTexts(texts);
  const { name } = props;
  const wish = useWish(props, wishShared);
  if (!canShareFile(name, contentTypeOf(name))) return null;
  return <Act name={name} label={t('shareFile', { name })} icon={<IconShare2 {...looks} />} wish={wish} />;
}

function OpenFile(props: FileActsProps) {
  const t = useTexts(texts);
  const { name } = props;
  const wish = useWish(props, wishOpened);
  if (!canOpenFile(contentTypeOf(name))) return null;
  return <Act name={name} label={t('openFile', { name })} icon={<IconExternalLink {...looks} />} wish={wish} />;
}

export const FileActs = (props: FileActsProps) => (
  <>
    <OpenFile {...props} />
    <ShareFile {...props} />
  </>
);
