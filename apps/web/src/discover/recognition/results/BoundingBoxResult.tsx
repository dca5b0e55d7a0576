import { useTexts } from '../../../shared/i18n';
import type { Match } from '../model/match';
import { type BoundingBox, boundingBoxes, keyOf, productsIn } from '../model/regions';
import { texts } from '../texts';
import { MatchCards, NotInCatalogue } from './RecognitionResults';
import styles from './bounding-box.module.css';
import { ResultsFrame } from './ResultsFrame';

interface BoxesProps {
  /** The address of the photograph. */
  readonly imageData: string;
  readonly boundingBoxes: readonly BoundingBox[];
  readonly onOpen: (match: Match) => void;
}

const percent = (share: number) => `${100 * share}%`;

/** The photograph, and on each recognized part of it its name, which opens it. */
function Boxes({ imageData, boundingBoxes: boxes, onOpen }: BoxesProps) {
  const t = useTexts(texts);
  return (
    <figure className={styles.boxed}>
      <img src={imageData} alt={t('yourPhoto')} />
      {boxes.map(({ region, match }) => (
        <button
          key={keyOf(region)}
          type="button"
          className={styles.box}
          aria-haspopup="dialog"
          style={{
            left: percent(region.x),
            top: percent(region.y),
            width: percent(region.width),
            height: percent(region.height),
          }}
          onClick={() => onOpen(match)}
        >
          <span lang={match.locale}>{match.title}</span>
        </button>
      ))}
    </figure>
  );
}

/** `/bounding-box-result/`: what was recognized in which part of the photograph (D2.20). */
export const BoundingBoxResult = () => (
  <ResultsFrame>
    {({ photograph, matches }, open) => {
      const boxes = boundingBoxes(matches);
      return (
        <>
          {!boxes.some(({ match }) => match.isMatch) && <NotInCatalogue photograph={photograph} />}
          <Boxes imageData={photograph.url} boundingBoxes={boxes} onOpen={open} />
          <MatchCards matches={productsIn(boxes)} onOpen={open} />
        </>
      );
    }}
  </ResultsFrame>
);
