import { type CallHistoryItem, type CallPic, takerOf } from '@earth/contracts';
import { useQuery } from '@tanstack/react-query';
import { callPicsQuery } from '../../../shared/call-queries';
import { formatList, formatTime } from '../../../shared/format';
import { useLanguage, useTexts } from '../../../shared/i18n';
import { BlobImage } from '../../../ui/pictures/BlobImage';
import { useBroken } from '../../../ui/pictures/use-broken';
import { texts as uiTexts } from '../../../ui/texts';
import { texts as pageTexts } from '../texts';
import styles from './report.module.css';
import { texts } from './texts';
import { sortedMarks, usePaper } from './use-paper';

interface SnapshotProps {
  readonly pic: CallPic;
  /** 1 for the first of the call. */
  readonly number: number;
  readonly nameOf: (contactId: string) => string;
}

function Picture({ picture, number }: { readonly picture: Blob; readonly number: number }) {
  const tPage = useTexts(pageTexts);
  const tUi = useTexts(uiTexts);
  const [isBroken, onBroken] = useBroken(picture);
  if (isBroken) return <p className={styles.missing}>{tUi('pictureBroken')}</p>;
  return (
    <BlobImage blob={picture} alt={tPage('snapshot', { number })} className={styles.picture} onBroken={onBroken} />
  );
}

/** A snapshot over the whole width, its caption, and what its numbers and texts are. */
function Snapshot({ pic, number, nameOf }: SnapshotProps) {
  const t = useTexts(texts);
  const tPage = useTexts(pageTexts);
  const tUi = useTexts(uiTexts);
  const language = useLanguage();
  const { picture, drawn } = usePaper(pic);
  const time = formatTime(new Date(pic.date), language);
  const authors = [...new Set(drawn?.authors)].map(nameOf);
  const marks = sortedMarks(drawn?.marks ?? []);
  const caption = t('caption', { number, name: nameOf(takerOf(pic)), time });
  return (
    <li className={styles.snapshot}>
      {picture ? (
        <Picture picture={picture} number={number} />
      ) : (
        <p className={styles.missing}>{drawn?.blob === null ? tPage('notForYou') : tUi('pictureBroken')}</p>
      )}
      <p className={styles.caption} dir="auto">
        {caption}
        {authors.length > 0 && ` · ${t('drawnBy', { names: formatList(authors, language) })}`}
      </p>
      {marks.length > 0 && (
        <ul className={styles.legend} aria-label={t('legend', { number })}>
          {marks.map(({ key, number: mark, text, author }) => (
            <li key={key} dir="auto">
              {mark > 0 ? <span className={styles.mark}>{mark}</span> : <q>{text}</q>}{' '}
              {t(mark > 0 ? 'markBy' : 'textBy', { name: nameOf(author) })}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** The snapshots of a call, one a row. */
export function ReportSnapshots({ item }: { readonly item: CallHistoryItem }) {
  const t = useTexts(texts);
  const { data: pics = [] } = useQuery(callPicsQuery(item.call.uniqueId));
  if (pics.length === 0) return null;
  const nameOf = (contactId: string) =>
    item.participants.find(({ contact }) => contact.uniqueId === contactId)?.contact.name ?? t('somebody');
  return (
    <section className={styles.section}>
      <h2>{t('snapshots')}</h2>
      <ol className={styles.snapshots}>
        {pics.map((pic, index) => (
          <Snapshot key={pic.uniqueId} pic={pic} number={index + 1} nameOf={nameOf} />
        ))}
      </ol>
    </section>
  );
}
