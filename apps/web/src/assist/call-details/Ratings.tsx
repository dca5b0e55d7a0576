import { type CallRating, listCallRatings } from '@earth/contracts';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { sendCall } from '../../platform';
import { useScope } from '../../platform/session/scope-context';
import { loadCipher, originOf } from '../../shared/call-queries';
import { useTexts } from '../../shared/i18n';
import { Unprotected } from '../../ui/feedback/Unprotected';
import { ratingPlace } from '../calls/model/rating-place';
import styles from './call-page.module.css';
import { Opened } from './Opened';
import { texts } from './texts';

interface RatingProps {
  readonly callId: string;
  readonly rating: CallRating;
}

function Comment({ callId, rating }: RatingProps) {
  const scope = useScope();
  const { comment, cryptoSchema: scheme, author, date } = rating;
  const { data } = useQuery({
    queryKey: ['rating', callId, author.uniqueId, comment],
    queryFn: async () => {
      const claim = { scheme, authorId: author.uniqueId, place: ratingPlace(callId), date };
      const [cipher, origin] = await Promise.all([loadCipher(scope), originOf(scope, claim)]);
      return cipher.openText(scheme, comment ?? '', origin);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <>
      <Unprotected scheme={scheme} />
      <p className={styles.text} dir="auto">
        <Opened text={data} />
      </p>
    </>
  );
}

function Rating({ callId, rating }: RatingProps) {
  const t = useTexts(texts);
  const { stars, author, comment } = rating;
  return (
    <li>
      <p className={styles.stars}>
        <span role="img" aria-label={t('ofFive', { count: stars })} className={styles.starRow}>
          {[1, 2, 3, 4, 5].map((count) =>
            count <= stars ? (
              <IconStarFilled key={count} size={20} aria-hidden="true" />
            ) : (
              <IconStar key={count} size={20} stroke={1.5} aria-hidden="true" />
            ),
          )}
        </span>
        <span className={styles.fate}>{author.name}</span>
      </p>
      {comment !== null && <Comment callId={callId} rating={rating} />}
    </li>
  );
}

/** What field users and guests thought of the call: for its controllers, and for each their own. */
export function Ratings({ callId }: { readonly callId: string }) {
  const t = useTexts(texts);
  const { data: ratings } = useQuery({
    queryKey: ['call', callId, 'ratings'],
    queryFn: () => sendCall(listCallRatings, { id: callId }),
    // No push announces ratings.
    staleTime: 0,
  });
  // What could not be loaded is not missed: the page has all of the call itself.
  if (!ratings || ratings.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="call-ratings">
      <h2 id="call-ratings">{t('ratings')}</h2>
      <ul className={styles.ratings}>
        {ratings.map((rating) => (
          <Rating key={rating.author.uniqueId} callId={callId} rating={rating} />
        ))}
      </ul>
    </section>
  );
}
