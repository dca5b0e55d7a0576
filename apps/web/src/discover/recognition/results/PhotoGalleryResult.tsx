import { useTexts } from '../../../shared/i18n';
import type { Match } from '../model/match';
import { modeText } from '../model/modes';
import type { Recognition } from '../model/recognition-session';
import { texts } from '../texts';
import { MatchCards, NotInCatalogue } from './RecognitionResults';
import styles from './recognition-results.module.css';
import { ResultsFrame } from './ResultsFrame';

interface GalleryProps {
  readonly result: readonly Match[];
  /** The address of the photograph. */
  readonly takenPicture: string;
  readonly userFeedbackText: string;
  readonly recognition: Recognition;
  readonly onOpen: (match: Match) => void;
}

function PhotoGallery({ result, takenPicture, userFeedbackText, recognition, onOpen }: GalleryProps) {
  const t = useTexts(texts);
  const isFound = result[0]?.isMatch === true;
  return (
    <>
      {isFound ? (
        <figure className={styles.taken}>
          <img src={takenPicture} alt={t('yourPhoto')} />
        </figure>
      ) : (
        <NotInCatalogue photograph={recognition.photograph} />
      )}
      <h2 className={styles.section}>{t('searched', { mode: t(modeText(recognition.mode)) })}</h2>
      {userFeedbackText !== '' && <p className={styles.note}>{userFeedbackText}</p>}
      <MatchCards matches={result} onOpen={onOpen} />
    </>
  );
}

/** `/photo-gallery-result/`: the photograph, what was searched by, and the pictures that are like it (D2.20). */
export const PhotoGalleryResult = () => (
  <ResultsFrame>
    {(recognition, open) => (
      <PhotoGallery
        result={recognition.matches}
        takenPicture={recognition.photograph.url}
        userFeedbackText={recognition.note}
        recognition={recognition}
        onOpen={open}
      />
    )}
  </ResultsFrame>
);
