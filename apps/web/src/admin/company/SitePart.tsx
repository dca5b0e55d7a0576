import { type BrandColours, type SiteSettings, unreadableOf } from '@earth/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../platform';
import { useTexts } from '../../shared/i18n';
import { showToast } from '../../shared/toast';
import { FilledButton, QuietButton } from '../../ui/controls/Button';
import { ProblemLine } from '../../ui/controls/Field';
import { Failed } from '../../ui/feedback/Notice';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { QuietLine } from '../../ui/page/SettingsPage';
import { isColour } from './ColourField';
import styles from './company.module.css';
import { PictureChoice, type PictureChange } from './PictureChoice';
import { siteQuery } from './queries';
import { SiteColours } from './SiteColours';
import { texts } from './texts';
import { useSiteChange } from './use-change';
import { useMoment } from './use-moment';

const isSame = (one: BrandColours, other: BrandColours) =>
  Object.entries(one).every(([name, value]) => other[name as keyof BrandColours] === value);

const areUsable = (colours: BrandColours) => Object.values(colours).every(isColour) && unreadableOf(colours) === null;

function LastChange({ site: { changedAt, changedBy } }: { readonly site: SiteSettings }) {
  const t = useTexts(texts);
  const say = useMoment();
  if (changedAt === null) return <QuietLine>{t('siteStandard')}</QuietLine>;
  const when = say(changedAt);
  return (
    <QuietLine>
      {changedBy === null ? t('siteChanged', { when }) : t('siteChangedBy', { when, name: changedBy })}
    </QuietLine>
  );
}

function SiteForm({ site }: { readonly site: SiteSettings }) {
  const t = useTexts(texts);
  const { standard } = site;
  const stored = site.colors ?? standard.colors;
  const [colours, setColours] = useState<BrandColours>(stored);
  const [logo, setLogo] = useState<PictureChange>({});
  const [landing, setLanding] = useState<PictureChange>({});
  const { change, isBusy, problem } = useSiteChange(() => {
    setLogo({});
    setLanding({});
    showToast(t('siteSaved'));
  });
  const areChanged = !isSame(colours, stored);
  const isChanged = areChanged || Object.keys(logo).length > 0 || Object.keys(landing).length > 0;
  const isHeld = isBusy || !isChanged || !areUsable(colours);
  const save = () =>
    change((basedOn) =>
      api.changeSite({
        basedOn,
        logoBase64: logo.imageBase64,
        removesLogo: logo.removesImage,
        landingBase64: landing.imageBase64,
        removesLanding: landing.removesImage,
        ...(areChanged && (isSame(colours, standard.colors) ? { removesColors: true } : { colors: colours })),
      }),
    );
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isHeld) void save();
      }}
    >
      <LastChange site={site} />
      <PictureChoice
        label={t('logo')}
        url={site.logoUrl}
        standard={standard.logoUrl}
        change={logo}
        onChange={setLogo}
      />
      <p className={styles.note}>{t('logoLine')}</p>
      <PictureChoice
        label={t('landing')}
        url={site.landingUrl}
        standard={standard.landingUrl}
        change={landing}
        onChange={setLanding}
      />
      <p className={styles.note}>{t('landingLine')}</p>
      <SiteColours colours={colours} onChange={setColours} />
      <ProblemLine id="site-problem" problem={problem} say={t} />
      <div className={styles.acts}>
        {!isSame(colours, standard.colors) && (
          <QuietButton onClick={() => setColours(standard.colors)}>{t('standardColours')}</QuietButton>
        )}
        <FilledButton type="submit" aria-disabled={isHeld}>
          {t('save')}
        </FilledButton>
      </div>
    </form>
  );
}

/** What visitors see of the site: logo, landing image, colours. */
export function SitePart() {
  const t = useTexts(texts);
  const { data, error, refetch } = useQuery(siteQuery);
  if (!data)
    return error ? (
      <Failed title={t('loadFailed')} line={error.message} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows count={4} picture={0} />
    );
  return (
    <>
      <QuietLine>{t('siteLine')}</QuietLine>
      <SiteForm site={data} />
    </>
  );
}
