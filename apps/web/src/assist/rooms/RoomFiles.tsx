/** All pictures and files of a room, newest first. Their messages are loaded page by page, and each preview when it comes into sight. */
import { isGenuine, MESSAGES_PER_PAGE_MAX } from '@earth/contracts';
import { applyChanges, isPicture, isSound, LARGE_PICTURE } from '@earth/messaging';
import { IconFileOff, IconMessage, IconMicrophoneOff, IconPhotoOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { formatDate } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { TextButton } from '../../ui/controls/Button';
import { IconLink } from '../../ui/controls/IconButton';
import { Tabs } from '../../ui/controls/Tabs';
import { Empty } from '../../ui/feedback/Notice';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { StoredFile } from '../conversation';
import type { OpenedRoom, OpenedRoomMessage } from './model/conversation';
import { conversationQuery } from './model/room-queries';
import styles from './panel.module.css';
import { RoomPanel } from './RoomPanel';
import { texts } from './texts';
import { useOlder } from './use-older';

type Kind = 'pictures' | 'files' | 'sounds';
/** A message with a file that the user can open. */
interface FileMessage extends OpenedRoomMessage {
  readonly fileName: string;
}
const isFile = (message: OpenedRoomMessage): message is FileMessage =>
  message.fileName !== null && message.text !== null && isGenuine(message.text);
const kindOf = ({ fileName }: FileMessage): Kind =>
  isPicture(fileName) ? 'pictures' : isSound(fileName) ? 'sounds' : 'files';
/** It has no preview, and is shown as a row that offers to download it. */
const isRow = ({ previewUrl, fileSize }: FileMessage) => previewUrl === undefined && (fileSize ?? 0) > LARGE_PICTURE;

/** Whether it has been in sight, or nearly. */
function useSeen() {
  const place = useRef<HTMLLIElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const { current } = place;
    if (isSeen || !current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
      { rootMargin: '200px' },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [isSeen]);
  return { place, isSeen };
}

interface ItemProps {
  readonly message: FileMessage;
  readonly onJump: () => void;
}

function ShowInChat({ message: { roomUniqueId, position, fileName }, onJump }: ItemProps) {
  const t = useTexts(texts);
  return (
    <IconLink
      to="/rooms/$roomId"
      params={{ roomId: roomUniqueId }}
      search={{ message: position }}
      resetScroll={false}
      label={t('showInChat', { name: fileName })}
      icon={<IconMessage size={20} stroke={1.75} aria-hidden="true" />}
      onClick={onJump}
    />
  );
}

function Picture({ message, onJump }: ItemProps) {
  const { place, isSeen } = useSeen();
  return (
    <li ref={place} className={styles.tile} data-row={isRow(message) || undefined}>
      {isSeen && (
        <StoredFile
          message={message}
          name={message.fileName}
          pictureClass={styles.picture}
          pictureActs={<ShowInChat message={message} onJump={onJump} />}
        />
      )}
    </li>
  );
}

function FileItem({ message, onJump }: ItemProps) {
  const language = useLanguage();
  const { fileName, sender, date } = message;
  return (
    <li className={styles.file}>
      <StoredFile message={message} name={fileName} />
      <p className={styles.origin}>
        <span className={styles.sender}>
          <bdi>{sender.name}</bdi>, <time dateTime={date}>{formatDate(new Date(date), language)}</time>
        </span>
        <ShowInChat message={message} onJump={onJump} />
      </p>
    </li>
  );
}

/** Loads on when it comes into sight; a button too, for the keyboard and after a failure. */
function More({ roomId, count }: { readonly roomId: string; readonly count: number }) {
  const t = useTexts(texts);
  const { state, load } = useOlder(roomId, true, MESSAGES_PER_PAGE_MAX);
  const place = useRef<HTMLDivElement>(null);
  const loadOn = useEffectEvent(() => {
    if (state === 'idle') void load();
  });
  // Again after each page: what it brought may not fill the screen.
  useEffect(() => {
    const { current } = place;
    if (!current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && loadOn(),
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [count, state]);
  return (
    <div ref={place} className={styles.older}>
      {state === 'failed' && <p role="alert">{t('olderFailed')}</p>}
      {state === 'loading' ? (
        <p role="status">{t('loadingOlder')}</p>
      ) : (
        <TextButton onClick={() => void load()}>{t(state === 'failed' ? 'tryAgain' : 'showOlder')}</TextButton>
      )}
    </div>
  );
}

const empties = {
  pictures: { Icon: IconPhotoOff, title: 'noPictures', line: 'noPicturesLine' },
  files: { Icon: IconFileOff, title: 'noFiles', line: 'noFilesLine' },
  sounds: { Icon: IconMicrophoneOff, title: 'noSounds', line: 'noSoundsLine' },
} as const;

interface ShelfProps extends Pick<ItemProps, 'onJump'> {
  readonly kind: Kind;
  readonly messages: readonly FileMessage[];
  readonly isWhole: boolean;
}

function Shelf({ kind, messages, isWhole, onJump }: ShelfProps): ReactNode {
  const t = useTexts(texts);
  const { Icon, title, line } = empties[kind];
  if (messages.length === 0)
    return (
      isWhole && <Empty icon={<Icon size={40} stroke={1.75} aria-hidden="true" />} title={t(title)} line={t(line)} />
    );
  const Item = kind === 'pictures' ? Picture : FileItem;
  return (
    <ul className={kind === 'pictures' ? styles.tiles : styles.files} aria-label={t(kind)}>
      {messages.map((message) => (
        <Item key={message.uniqueId} message={message} onJump={onJump} />
      ))}
    </ul>
  );
}

interface RoomFilesProps {
  readonly room: OpenedRoom;
  /** A message was chosen: the conversation scrolls to it. */
  readonly onJump: () => void;
  readonly onClose: () => void;
}

export function RoomFiles({ room: { uniqueId: roomId }, onJump, onClose }: RoomFilesProps) {
  const t = useTexts(texts);
  const [kind, setKind] = useState<Kind>('pictures');
  const { data: known } = useQuery(conversationQuery(roomId));
  const messages = useMemo(
    () =>
      applyChanges(known?.messages ?? [])
        .filter(isFile)
        .toReversed(),
    [known],
  );
  const shown = messages.filter((message) => kindOf(message) === kind);
  const count = known?.messages.length ?? 0;
  return (
    <RoomPanel title={t('roomFiles')} onClose={onClose}>
      <Tabs
        label={t('roomFiles')}
        tabs={[
          { id: 'pictures', label: t('pictures') },
          { id: 'files', label: t('files') },
          { id: 'sounds', label: t('sounds') },
        ]}
        shown={kind}
        onShow={setKind}
      >
        {known ? (
          <Shelf kind={kind} messages={shown} isWhole={!known.hasOlder} onJump={onJump} />
        ) : (
          <SkeletonRows count={4} />
        )}
        {known?.hasOlder && <More roomId={roomId} count={count} />}
      </Tabs>
    </RoomPanel>
  );
}
