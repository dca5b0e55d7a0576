import { type CallPic, isGenuine } from '@earth/contracts';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { shrinkForPaper } from '../../../platform/crypto/small-picture';
import { PICTURE_KEPT_MS } from '../../../shared/call-queries';
import { type DrawnPicture, drawnQuery, type Mark } from '../drawn-picture';

/** Changes with the drawings. */
const versionOf = ({ drawings }: DrawnPicture) => drawings.map(({ uniqueId, entries }) => `${uniqueId} ${entries}`);

/** No larger than paper needs: two hundred snapshots of 12 megapixels would make a file of a gigabyte. */
const paperQuery = (pic: CallPic, drawn: DrawnPicture | undefined) =>
  queryOptions({
    queryKey: ['picture', pic.callUniqueId, pic.uniqueId, 'paper', drawn && versionOf(drawn)],
    queryFn:
      drawn?.blob && isGenuine(drawn.blob)
        ? (
            (blob) => () =>
              shrinkForPaper(blob)
          )(drawn.blob)
        : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: PICTURE_KEPT_MS,
  });

interface Paper {
  /** Undefined: not there, or not readable here. */
  readonly picture: Blob | undefined;
  readonly drawn: DrawnPicture | undefined;
}

/** A snapshot with its drawings in the size of a page, and what is drawn on it. */
export function usePaper(pic: CallPic): Paper {
  const { data: drawn } = useQuery(drawnQuery(pic));
  const { data: picture } = useQuery(paperQuery(pic, drawn));
  return { picture, drawn };
}

/** Numbers in order, then texts as they were written. */
export const sortedMarks = (marks: readonly Mark[]): readonly Mark[] =>
  [...marks].toSorted(
    (one, other) => (one.number || Number.MAX_SAFE_INTEGER) - (other.number || Number.MAX_SAFE_INTEGER),
  );
