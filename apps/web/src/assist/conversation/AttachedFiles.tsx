/** What was chosen and is not sent yet, above the input field. */
import { isPicture, type Place } from '@earth/messaging';
import { isBlank, TEXT_MAX } from '@earth/contracts';
import { IconFile, IconPhoto, IconX } from '@tabler/icons-react';
import { formatBytes } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { getConfig } from '../../platform';
import { IconButton } from '../../ui/controls/IconButton';
import { BlobImage } from '../../ui/pictures/BlobImage';
import { useBroken } from '../../ui/pictures/use-broken';
import { type Attachment, useChangeAttachments } from './attachments';
import styles from './attached-files.module.css';
import { fieldIdOf, useChangeDraft, useDraft } from './drafts';
import { texts } from './texts';

export const isTooLarge = ({ file }: Attachment) => file.size > getConfig().maxFileBytes;

/** Others see the same picture, so it is shown without words. */
function Look({ file }: { readonly file: File }) {
  const [isBroken, onBroken] = useBroken(file);
  const looks = { size: 24, stroke: 1.75, 'aria-hidden': true } as const;
  const isShown = isPicture(file.name) && !isBroken;
  return (
    <div className={styles.look}>
      {isShown && <BlobImage blob={file} alt="" onBroken={onBroken} />}
      {!isShown && (isPicture(file.name) ? <IconPhoto {...looks} /> : <IconFile {...looks} />)}
    </div>
  );
}

interface AttachedProps {
  readonly place: Place;
  readonly one: Attachment;
  readonly isAlone: boolean;
  readonly onSend: () => void;
  readonly onRemove: () => void;
}

function Attached({ place, one, isAlone, onSend, onRemove }: AttachedProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { setCaption } = useChangeAttachments(place);
  const { id, file, caption } = one;
  const { name, size } = file;
  const limit = formatBytes(getConfig().maxFileBytes, language);
  const isBad = isTooLarge(one);
  return (
    <li className={styles.one} data-alone={isAlone || undefined}>
      <Look file={file} />
      <div className={styles.what}>
        <p className={styles.name} title={name}>
          <bdi>{name}</bdi>
        </p>
        <p className={styles.size} data-bad={isBad || undefined} role={isBad ? 'alert' : undefined}>
          {isBad ? t('attachedTooLarge', { limit }) : formatBytes(size, language)}
        </p>
        {!isAlone && (
          <input
            className={styles.caption}
            value={caption}
            maxLength={TEXT_MAX}
            placeholder={t('caption')}
            aria-label={t('captionOf', { name })}
            dir="auto"
            enterKeyHint="send"
            onChange={(event) => setCaption(id, event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
              event.preventDefault();
              onSend();
            }}
          />
        )}
      </div>
      <IconButton
        label={t('detach', { name })}
        icon={<IconX size={20} stroke={1.75} aria-hidden="true" />}
        tipPosition="top"
        onClick={() => {
          onRemove();
          // The focused button is gone.
          document.getElementById(fieldIdOf(place))?.focus();
        }}
      />
    </li>
  );
}

interface AttachedFilesProps {
  readonly place: Place;
  readonly all: readonly Attachment[];
  readonly onSend: () => void;
}

export function AttachedFiles({ place, all, onSend }: AttachedFilesProps) {
  const t = useTexts(texts);
  const { remove } = useChangeAttachments(place);
  const { text } = useDraft(place);
  const changeDraft = useChangeDraft(place);
  function removeOne(removed: Attachment) {
    remove(removed.id);
    const [last, ...others] = all.filter((one) => one !== removed);
    // One alone has the message as its caption.
    if (last && others.length === 0 && !isBlank(last.caption))
      changeDraft({ text: isBlank(text) ? last.caption : `${text.trimEnd()}\n${last.caption}` });
  }
  return (
    <>
      <p className="visually-hidden" role="status">
        {all.length > 0 && t('attached', { count: all.length })}
      </p>
      {all.length > 0 && (
        <ul className={styles.all} aria-label={t('attached', { count: all.length })}>
          {all.map((one) => (
            <Attached
              key={one.id}
              place={place}
              one={one}
              isAlone={all.length === 1}
              onSend={onSend}
              onRemove={() => removeOne(one)}
            />
          ))}
        </ul>
      )}
    </>
  );
}
