import { IconArrowLeft, IconArrowRight, IconX } from '@tabler/icons-react';
import { useEffect, useId, useRef } from 'react';
import { useTexts } from '../../../shared/i18n';
import { ButtonLink, QuietButton } from '../../../ui/controls/Button';
import { IconButton } from '../../../ui/controls/IconButton';
import { fileAddress, isOwnFile } from '../../detail/model/contact-rows';
import { linkedText } from '../../detail/model/linked-text';
import { Picture } from '../../menu';
import type { VisitPoint } from '../model/visit-points';
import { texts } from '../texts';
import { Listen } from './Listen';
import styles from './visit.module.css';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

interface PointCardProps {
  readonly point: VisitPoint;
  readonly points: readonly VisitPoint[];
  readonly onSelect: (contentId: number) => void;
  readonly onClose: () => void;
}

/** Plain text with line breaks and links. */
const Description = ({ text, lang }: { readonly text: string; readonly lang: string }) => (
  <p className={styles.description} lang={lang}>
    {linkedText(text).map(({ at, text, href }) =>
      href === null ? (
        text
      ) : (
        <a key={at} href={href} rel="noreferrer" target="_blank">
          {text}
        </a>
      ),
    )}
  </p>
);

/** The content of a point, over the lower part of the camera's picture, which goes on. */
export function PointCard({ point, points, onSelect, onClose }: PointCardProps) {
  const t = useTexts(texts);
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { number, item } = point;
  const { content } = item;
  const audio = fileAddress(content.audioUrl);
  const [before, after] = [points[number - 2], points[number]];
  // Restores the focus to what has opened the first point, or to the dialog if that is gone, as a row of the list, or hidden.
  useEffect(() => {
    const opener = document.activeElement;
    const dialog = heading.current?.closest<HTMLElement>('[role="dialog"]');
    return () => {
      dialog?.focus({ preventScroll: true });
      if (opener instanceof HTMLElement && dialog?.contains(opener)) opener.focus({ preventScroll: true });
    };
  }, []);
  useEffect(() => heading.current?.focus({ preventScroll: true }), [point.contentId]);
  return (
    <section className={styles.card} data-theme="light" aria-labelledby={id}>
      <div className={styles.top}>
        {content.imageUrl !== null && (
          <Picture picture={content.image} url={content.imageUrl} sizes="110px" className={styles.thumb} isFirst />
        )}
        <div className={styles.grow}>
          <p className={styles.number}>{t('pointOf', { number, count: points.length })}</p>
          <h2 ref={heading} id={id} tabIndex={-1} lang={content.locale}>
            {content.title}
          </h2>
        </div>
        <IconButton label={t('close')} hasTip={false} icon={<IconX {...icon} size={24} />} onClick={onClose} />
      </div>
      <div className={styles.text}>
        {content.descr !== '' && <Description text={content.descr} lang={content.locale} />}
        {audio !== null && isOwnFile(audio) && <Listen key={audio} url={audio} title={content.title} />}
        <ButtonLink
          to="/content-detail/$contentId"
          params={{ contentId: String(content.id) }}
          kind="text"
          className={styles.page}
        >
          {t('toPage')}
        </ButtonLink>
      </div>
      {points.length > 1 && (
        <div className={styles.steps}>
          <QuietButton
            isField
            disabled={!before}
            icon={<IconArrowLeft {...icon} />}
            onClick={() => before && onSelect(before.contentId)}
          >
            {t('point', { number: Math.max(1, number - 1) })}
          </QuietButton>
          <QuietButton isField disabled={!after} onClick={() => after && onSelect(after.contentId)}>
            {t('point', { number: Math.min(points.length, number + 1) })}
            <IconArrowRight {...icon} />
          </QuietButton>
        </div>
      )}
    </section>
  );
}
