import type { Content } from '@earth/contracts';
import { IconHeadphones, IconPlayerPlay } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatPrice } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { webAddress } from '../../shared/web-address';
import { ButtonAnchor } from '../../ui/controls/Button';
import styles from './content-detail.module.css';
import { Gallery } from './Gallery';
import { fileAddress, isOwnFile } from './model/contact-rows';
import { linkedText } from './model/linked-text';
import { Rows } from './Rows';
import { texts } from './texts';

/** Plain text with line breaks and links. */
function Description({ text, lang }: { readonly text: string; readonly lang: string }) {
  if (text === '') return null;
  return (
    <p className={styles.description} lang={lang}>
      {linkedText(text).map(({ at, text, href }) =>
        href === null ? (
          text
        ) : (
          <a key={at} href={href} rel="noreferrer" {...(href.startsWith('http') && { target: '_blank' })}>
            {text}
          </a>
        ),
      )}
    </p>
  );
}

function MediaLink({
  href,
  icon,
  children,
}: {
  readonly href: string;
  readonly icon: ReactNode;
  readonly children: string;
}) {
  return (
    <ButtonAnchor href={href} target="_blank" rel="noreferrer" kind="quiet" className={styles.mediaLink}>
      {icon}
      {children}
    </ButtonAnchor>
  );
}

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

export function OwnVideo({
  content,
  className,
}: {
  readonly content: Content;
  readonly className: string | undefined;
}) {
  const t = useTexts(texts);
  const video = fileAddress(content.videoUrl);
  if (video === null || !isOwnFile(video)) return null;
  return (
    <video
      src={video}
      controls
      playsInline
      preload="metadata"
      className={className}
      aria-label={t('video', { title: content.title })}
    />
  );
}

/**
 * Own files are played on the page. External media, such as YouTube, is only linked, so that nothing is sent there before a click.
 */
function Media({ content, hasVideo }: { readonly content: Content; readonly hasVideo: boolean }) {
  const t = useTexts(texts);
  const { title, videoUrl, audioUrl } = content;
  const video = fileAddress(videoUrl);
  const audio = fileAddress(audioUrl);
  return (
    <>
      {hasVideo && <OwnVideo content={content} className={styles.video} />}
      {video !== null && !isOwnFile(video) && (
        <MediaLink href={video} icon={<IconPlayerPlay {...icon} />}>
          {t('openVideo')}
        </MediaLink>
      )}
      {audio !== null &&
        (isOwnFile(audio) ? (
          <audio src={audio} controls preload="metadata" className={styles.audio} aria-label={t('audio', { title })} />
        ) : (
          <MediaLink href={audio} icon={<IconHeadphones {...icon} />}>
            {t('openAudio')}
          </MediaLink>
        ))}
    </>
  );
}

/** The price is shown with the shop link, if there is one. */
function Facts({ content: { price, tag, ecommerceUrl } }: { readonly content: Content }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const isPriceHere = price > 0 && (ecommerceUrl === null || webAddress(ecommerceUrl) === null);
  if (!isPriceHere && !tag) return null;
  return (
    <dl className={styles.facts}>
      {isPriceHere && (
        <div>
          <dt>{t('price')}</dt>
          <dd>{formatPrice(price, language)}</dd>
        </div>
      )}
      {tag && (
        <div>
          <dt>{t('tags')}</dt>
          <dd>{tag}</dd>
        </div>
      )}
    </dl>
  );
}

interface InfoProps {
  readonly content: Content;
  /** Shows the video here; otherwise it replaces the header picture. */
  readonly hasVideo?: boolean;
  /** What stands below its contacts. */
  readonly children?: ReactNode;
}

/** The information about a content. */
export function Info({ content, hasVideo = true, children }: InfoProps) {
  return (
    <div className={styles.info}>
      <Media content={content} hasVideo={hasVideo} />
      <Description text={content.descr} lang={content.locale} />
      <Facts content={content} />
      <Rows content={content} />
      {children}
      <Gallery content={content} />
    </div>
  );
}
