import { isGenuine } from '@earth/contracts';
import { isPicture, LARGE_PICTURE, readReply, withoutBars } from '@earth/messaging';
import { useQuery } from '@tanstack/react-query';
import { callMessagesQuery, type OpenedMessage } from '../../../shared/call-queries';
import { formatBytes, formatTime } from '../../../shared/format';
import { useLanguage, useTexts } from '../../../shared/i18n';
import { texts as sharedTexts } from '../../../shared/texts';
import { BlobImage } from '../../../ui/pictures/BlobImage';
import { useBroken } from '../../../ui/pictures/use-broken';
import { ConversationContext } from '../../conversation';
import { useMessageFile } from '../../conversation/model/files';
import { texts as pageTexts } from '../texts';
import { useConversationOfCall } from '../use-conversation-of-call';
import styles from './report.module.css';
import { texts } from './texts';

interface FileProps {
  readonly message: OpenedMessage;
  readonly name: string;
}

/** The name of a file; of a picture also the picture, if its page shows it without being asked. */
function File({ message, name }: FileProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { picture, preview } = useMessageFile(message);
  const hasPreview = message.previewUrl !== undefined;
  const isShown = isPicture(name) && (hasPreview || (message.fileSize ?? 0) <= LARGE_PICTURE);
  const { data: file } = useQuery({ ...(hasPreview ? preview : picture), enabled: isShown });
  const [isBroken, onBroken] = useBroken(file);
  return (
    <>
      {file && isGenuine(file) && !isBroken && (
        <BlobImage blob={file} alt={name} className={styles.thumbnail} onBroken={onBroken} />
      )}
      <span className={styles.text} dir="auto">
        {t('file', { name, size: formatBytes(message.fileSize ?? 0, language) })}
      </span>
    </>
  );
}

function Words({ message }: { readonly message: OpenedMessage }) {
  const t = useTexts(texts);
  const tPage = useTexts(pageTexts);
  const tShared = useTexts(sharedTexts);
  const { text, fileName, isDeleted } = message;
  if (isDeleted) return <em>{t('deleted')}</em>;
  if (!isGenuine(text)) return <em>{tShared('notGenuine')}</em>;
  if (text === null && fileName === null) return <em>{tPage('notForYou')}</em>;
  const isText = text !== null && withoutBars(text) !== fileName;
  const reply = readReply(text ?? '');
  return (
    <>
      {fileName !== null && <File message={message} name={fileName} />}
      {isText && reply.quote && (
        <span className={styles.quote} dir="auto">
          {reply.quote}
        </span>
      )}
      {isText && (
        <span className={styles.text} dir="auto">
          {reply.text}
        </span>
      )}
      {message.reactions && (
        <small> {message.reactions.map(({ emoji, people }) => `${emoji} ${people.length}`).join(', ')}</small>
      )}
      {message.isEdited && <small> ({t('edited')})</small>}
    </>
  );
}

/** The messages of a call as a table, with small pictures; nothing if there are none. */
export function Transcript({ callId }: { readonly callId: string }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const source = useConversationOfCall(callId);
  const { data: messages = [] } = useQuery(callMessagesQuery(callId));
  if (messages.length === 0) return null;
  return (
    <section className={styles.section}>
      <h2>{t('chat')}</h2>
      <ConversationContext value={source}>
        <table className={styles.transcript}>
          <thead>
            <tr>
              <th scope="col">{t('time')}</th>
              <th scope="col">{t('from')}</th>
              <th scope="col">{t('message')}</th>
            </tr>
          </thead>
          <tbody>
            {messages.map((message) => (
              <tr key={message.uniqueId}>
                <td>{formatTime(new Date(message.date), language)}</td>
                <td dir="auto">{message.sender.name}</td>
                <td>
                  <Words message={message} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ConversationContext>
    </section>
  );
}
