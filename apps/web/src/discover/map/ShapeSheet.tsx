import {
  IconArmchair,
  IconArrowLeft,
  IconBallFootball,
  IconBulb,
  IconCup,
  IconExternalLink,
  IconHorseToy,
  IconPlant2,
  IconRoute,
  IconShare2,
  IconShieldCheck,
  IconToiletPaper,
} from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { formatDistance } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { reportPluginError } from '../../shared/plugin-error';
import { linkTo } from '../../platform/server-address';
import { shareLink } from '../../platform/native/share';
import { ButtonAnchor } from '../../ui/controls/Button';
import { IconButton } from '../../ui/controls/IconButton';
import { Tip } from '../../ui/overlay/Tip';
import { BlobImage } from '../../ui/pictures/BlobImage';
import { showToast } from '../../shared/toast';
import { type Place, walkingMinutes } from './model/geometry';
import type { ListedShape } from './model/listed';
import { detailsOf, type Fact, type LayerKind, type ParkFeature, type ShapeDetails } from './model/shape-details';
import styles from './maps.module.css';
import factStyles from './shape-facts.module.css';
import { NAMELESS } from './ShapeList';
import { texts } from './texts';
import { useLayerPicture } from './use-layer';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

const FEATURE_ICONS: Readonly<Record<ParkFeature, typeof IconBulb>> = {
  ILLUMINAZIONE: IconBulb,
  GIOCO_BIMBI: IconHorseToy,
  SPAZI_SPORT: IconBallFootball,
  RISTORO: IconCup,
  ARREDI: IconArmchair,
  SERVIZI_IGIENICI: IconToiletPaper,
  ALBERI_PREGIO: IconPlant2,
  ALBERI_TUTELATI: IconShieldCheck,
};

function Features({ features }: Pick<ShapeDetails, 'features'>) {
  const t = useTexts(texts);
  if (features.length === 0) return null;
  return (
    <ul className={factStyles.features} aria-label={t('features')}>
      {features.map(({ name, isPresent }) => {
        const Icon = FEATURE_ICONS[name];
        return (
          <li key={name} className={factStyles.feature} data-present={isPresent}>
            <Icon size={24} stroke={1.75} aria-hidden="true" />
            {isPresent ? t(name) : <s>{t(name)}</s>}
            {!isPresent && <span className="visually-hidden">{t('notThere')}</span>}
          </li>
        );
      })}
    </ul>
  );
}

function Facts({ facts, others }: Pick<ShapeDetails, 'facts' | 'others'>) {
  const t = useTexts(texts);
  // Flags are exported as 1 or 0, but a class or a type may also have such a name.
  const displayed = (name: Fact, value: string) =>
    name === 'AREA_SGAMBAMENTO_CANI' ? ({ '1': t('yes'), '0': t('no') }[value] ?? value) : value;
  const rows = [
    ...facts.map(({ name, value }) => ({ name, label: t(name), value: displayed(name, value) })),
    ...others.map(({ name, value }) => ({ name, label: name, value })),
  ];
  if (rows.length === 0) return null;
  return (
    <dl className={factStyles.facts} aria-label={t('facts')}>
      {rows.map(({ name, label, value }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface ActsProps {
  readonly link: string | null;
  readonly title: string;
  readonly centre: Place;
}

function Acts({ link, title, centre: [long, lat] }: ActsProps) {
  const t = useTexts(texts);
  async function share() {
    const url = linkTo(`${location.pathname}${location.search}${location.hash}`);
    const shared = await shareLink(title, url);
    if (shared === 'copied') showToast(t('copied'));
    if (shared === 'failed') showToast(t('notCopied', { url }));
  }
  const way = `https://www.openstreetmap.org/directions?route=%3B${lat}%2C${long}`;
  return (
    <div className={styles.sheetActs}>
      {link && (
        <ButtonAnchor href={link} target="_blank" rel="noreferrer" kind="filled" className={styles.main}>
          <IconExternalLink {...icon} />
          {t('openSheet')}
          <span className="visually-hidden">({t('newTab')})</span>
        </ButtonAnchor>
      )}
      <Tip words={t('directions')} position="top">
        <ButtonAnchor
          href={way}
          target="_blank"
          rel="noreferrer"
          kind="quiet"
          aria-label={`${t('directions')} (${t('newTab')})`}
        >
          <IconRoute {...icon} />
        </ButtonAnchor>
      </Tip>
      <IconButton
        isQuiet
        label={t('share')}
        icon={<IconShare2 {...icon} />}
        onClick={() => void share().catch(reportPluginError)}
      />
    </div>
  );
}

/** Its place is kept while it is read, so that the words beside it do not move. */
function ShapePicture({ url, path }: { readonly url: string | null; readonly path: string | null }) {
  const [isBroken, setBroken] = useState(false);
  const { data, isLoading } = useLayerPicture(url, path);
  if (isBroken || (!data && !isLoading)) return null;
  return (
    <div className={styles.sheetPicture}>
      {data && <BlobImage blob={data} alt="" onBroken={() => setBroken(true)} />}
    </div>
  );
}

interface ShapeSheetProps {
  readonly listed: ListedShape;
  /** The address of the layer. */
  readonly url: string | null;
  readonly kind: LayerKind;
  /** The title of the map. */
  readonly page: string;
  readonly onClose: () => void;
}

/** The details of the open shape. */
export function ShapeSheet({ listed: { shape, centre, metres }, url, kind, page, onClose }: ShapeSheetProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const head = useRef<HTMLHeadingElement>(null);
  // Restores the focus when it closes.
  useEffect(() => {
    const before = document.activeElement;
    head.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  const details = detailsOf(shape.properties, kind);
  const title = details.title ?? t(NAMELESS[kind]);
  const distance = metres === null ? null : formatDistance(metres, language);
  return (
    <>
      <h1 className="visually-hidden">{page}</h1>
      <div className={styles.sheetHead}>
        <IconButton label={t('toList')} icon={<IconArrowLeft {...icon} />} onClick={onClose} />
        <div className={styles.words}>
          <h2 ref={head} tabIndex={-1} className={styles.sheetTitle}>
            {title}
          </h2>
          {details.line && <p className={styles.sheetLine}>{details.line}</p>}
          {distance && metres !== null && (
            <p className={styles.distance}>{t('onFoot', { distance, count: walkingMinutes(metres) })}</p>
          )}
        </div>
        <ShapePicture url={url} path={shape.properties.picture} />
      </div>
      <div className={styles.sheetBody}>
        {details.description && <p className={styles.description}>{details.description}</p>}
        <Features features={details.features} />
        <Facts facts={details.facts} others={details.others} />
      </div>
      <Acts link={details.link} title={title} centre={centre} />
    </>
  );
}
