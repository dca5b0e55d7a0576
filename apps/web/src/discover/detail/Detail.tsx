import { type Content, type ContentItem, ContentType, ContentView, leadOf } from '@earth/contracts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatDateOfContent } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { ButtonLink } from '../../ui/controls/Button';
import { Tabs } from '../../ui/controls/Tabs';
import { ModelStart } from '../markerless';
import { EditButton, SaveButton } from '../menu';
import { VisitStart, VisitStartHere } from '../visit';
import { BackButton, ShareButton } from './Acts';
import { AskLink } from './AskLink';
import { ContentImage } from './ContentImage';
import styles from './content-detail.module.css';
import { Info, OwnVideo } from './Info';
import { fileAddress, isOwnFile } from './model/contact-rows';
import { type Tab, tabsOf } from './model/views';
import { PlaceMap, StopsMap } from './ContentMap';
import { Nearby, Stops } from './Related';
import { NoContent } from './NoContent';
import { ResultFoot } from './ResultFoot';
import { texts } from './texts';

/** The skin's value for a hidden header picture (D2.46). */
const IMAGE_HIDDEN = 1;
const IMAGE_WHOLE = 3;

interface FrameProps {
  readonly hero?: ReactNode;
  readonly acts?: ReactNode;
  readonly children: ReactNode;
}

/** Layout of a content page: the picture first, its text below or beside it. */
export function Frame({ hero, acts, children }: FrameProps) {
  return (
    <article className={styles.page} data-has-hero={Boolean(hero)}>
      <div className={styles.bar}>
        <BackButton />
        <span className={styles.acts}>{acts}</span>
      </div>
      {hero}
      <div className={styles.text}>{children}</div>
    </article>
  );
}

function Hero({ item: { content, skin } }: { readonly item: ContentItem }) {
  const { image, imageUrl, title } = content;
  const isWhole = skin?.imageType === IMAGE_WHOLE;
  const ratio = isWhole && image ? { aspectRatio: `${image.width} / ${image.height}` } : undefined;
  return (
    <div className={styles.hero} style={ratio}>
      <ContentImage
        picture={image}
        url={imageUrl}
        alt={title}
        sizes="(min-width: 1024px) 560px, 100vw"
        isWhole={isWhole}
        isFirst
      />
    </div>
  );
}

/** D2.51: a discover model shows its picture or its video. */
function VideoHero({ item: { content } }: { readonly item: ContentItem }) {
  return (
    <div className={styles.hero}>
      <OwnVideo content={content} className={styles.heroVideo} />
    </div>
  );
}

const hasVideoHero = ({ ctnView, videoUrl }: Content) => {
  const video = fileAddress(videoUrl);
  return ctnView === ContentView.model && video !== null && isOwnFile(video);
};

/** The header: picture, video or nothing. Null: none. */
function heroOf(item: ContentItem): ReactNode {
  const { content, skin } = item;
  if (hasVideoHero(content)) return <VideoHero item={item} />;
  return content.imageUrl !== null && skin?.imageType !== IMAGE_HIDDEN && <Hero item={item} />;
}

/** Below what it is about: under a name it would pass for a date of the person, the place or the piece. */
function Updated({ content: { ctnType, date } }: { readonly content: Content }) {
  const t = useTexts(texts);
  const language = useLanguage();
  if (ctnType === ContentType.event) return null;
  return <p className={styles.updated}>{t('updated', { date: formatDateOfContent(new Date(date), language) })}</p>;
}

/** Title, whose it is, and one line of facts: the day of an event, and the line with which the description begins. */
function Head({ item: { content, brand } }: { readonly item: ContentItem }) {
  const language = useLanguage();
  const { lead } = leadOf(content.descr);
  const day = content.ctnType === ContentType.event && formatDateOfContent(new Date(content.date), language);
  const line = [day, brand?.name].filter(Boolean).join(' · ');
  return (
    <header className={styles.head}>
      <h1 lang={content.locale}>{content.title}</h1>
      {lead && (
        <p className={styles.lead} lang={content.locale}>
          {lead}
        </p>
      )}
      {line && <p className={styles.line}>{line}</p>}
    </header>
  );
}

function Panel({ item, tab }: { readonly item: ContentItem; readonly tab: Tab }) {
  const { content } = item;
  switch (tab) {
    case 'info':
      return (
        <>
          <Info content={{ ...content, descr: leadOf(content.descr).text }} hasVideo={!hasVideoHero(content)}>
            {content.ctnView !== ContentView.recognition && <AskLink item={item} />}
          </Info>
          <Updated content={content} />
        </>
      );
    case 'map':
      return content.ctnView === ContentView.itinerary ? (
        <StopsMap content={content} />
      ) : (
        <PlaceMap content={content} />
      );
    case 'nearby':
      return <Nearby content={content} />;
    case 'places':
      return <Stops content={content} />;
  }
}

/** The tabs of a content with several parts. The selected tab is part of the address, so that a step back restores it. */
function Parts({ item, tabs }: { readonly item: ContentItem; readonly tabs: readonly [Tab, ...Tab[]] }) {
  const t = useTexts(texts);
  const { tab } = useSearch({ strict: false });
  const navigate = useNavigate();
  const shown = tabs.find((one) => one === tab) ?? tabs[0];
  const panel = <Panel item={item} tab={shown} />;
  if (tabs.length === 1) return panel;
  const show = (next: Tab) =>
    void navigate({ to: '.', search: next === 'info' ? {} : { tab: next }, replace: true, resetScroll: false });
  return (
    <Tabs label={t('parts')} tabs={tabs.map((id) => ({ id, label: t(id) }))} shown={shown} onShow={show}>
      {panel}
    </Tabs>
  );
}

interface DetailProps {
  readonly item: ContentItem;
  /** A note about the source, such as a saved copy. */
  readonly note: ReactNode;
}

export function Detail({ item, note }: DetailProps) {
  const t = useTexts(texts);
  const { content } = item;
  const tabs = tabsOf(content);
  if (!tabs)
    return (
      <Frame>
        <NoContent title={t('unknownView')} />
      </Frame>
    );
  return (
    <Frame
      hero={heroOf(item)}
      acts={
        <>
          {content.ctnView !== ContentView.recognition && <ShareButton item={item} />}
          <EditButton item={item} />
          <SaveButton item={item} />
        </>
      }
    >
      <Head item={item} />
      {note}
      <Parts item={item} tabs={tabs} />
      {content.ctnView === ContentView.scene && (
        <div className={styles.foot}>
          <ButtonLink
            kind="filled"
            isField
            to="/ar"
            search={{ scene: content.id }}
            aria-label={t('startScene', { title: content.title })}
          >
            {t('start')}
          </ButtonLink>
        </div>
      )}
      {content.ctnView === ContentView.model && content.extlId !== null && (
        <div className={styles.foot}>
          <VisitStart modelId={content.extlId} content={content} />
        </div>
      )}
      {content.ctnView === ContentView.keypoint && (
        <div className={styles.foot}>
          <VisitStartHere contentId={content.id} />
        </div>
      )}
      {content.ctnView === ContentView.markerless && content.modelUrl !== null && (
        <div className={styles.foot}>
          <ModelStart url={content.modelUrl} title={content.title} />
        </div>
      )}
      {content.ctnView === ContentView.recognition && <ResultFoot item={item} />}
    </Frame>
  );
}
