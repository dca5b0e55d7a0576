import { type BrandColours, type SiteSettings, unreadableOf } from '@earth/contracts';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../platform';
import { useTexts } from '../../shared/i18n';
import { showToast } from '../../shared/toast';
import { FilledButton, QuietButton } from '../../ui/controls/Button';
import { ProblemLine } from '../../ui/controls/Field';
import { EditorsHere, Restored, StoredDraft } from '../../ui/feedback/EditNotices';
import { Failed } from '../../ui/feedback/Notice';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { QuietLine } from '../../ui/page/SettingsPage';
import { isColour } from './ColourField';
import styles from './company.module.css';
import type { Changes } from './model/changes';
import { PictureChoice, pictureSent } from './PictureChoice';
import { siteQuery } from './queries';
import { asPicture, SettingsConflicts } from './SettingsConflicts';
import { ColourDots, SiteColours } from './SiteColours';
import { texts } from './texts';
import { useMoment } from './use-moment';
import { useSettingsForm } from './use-settings-form';

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

const DRAFT = 'site';

const valuesOf = ({ logoUrl, landingUrl, colors, standard }: SiteSettings) => ({
  logo: logoUrl,
  landing: landingUrl,
  colours: colors ?? standard.colors,
});
type Values = ReturnType<typeof valuesOf>;

const asDots = (colours: BrandColours) => <ColourDots colours={colours} />;

interface FormProps {
  readonly site: SiteSettings;
  readonly draft: Changes<Values> | null;
}

function useSiteForm({ site, draft }: FormProps) {
  const t = useTexts(texts);
  const { standard } = site;
  return useSettingsForm({
    queryKey: siteQuery.queryKey,
    settings: site,
    valuesOf,
    send(_, changes, basedOn) {
      const logo = pictureSent(changes.logo);
      const landing = pictureSent(changes.landing);
      const colours = changes.colours?.to;
      return api.changeSite({
        basedOn,
        logoBase64: logo?.imageBase64,
        removesLogo: logo?.removesImage,
        landingBase64: landing?.imageBase64,
        removesLanding: landing?.removesImage,
        ...(colours && (isSame(colours, standard.colors) ? { removesColors: true } : { colors: colours })),
      });
    },
    draftName: DRAFT,
    draft,
    onDone: () => showToast(t('siteSaved')),
  });
}

function SiteForm(props: FormProps) {
  const t = useTexts(texts);
  const { site } = props;
  const { standard } = site;
  const form = useSiteForm(props);
  const { colours, logo, landing } = form.values;
  const isHeld = form.isBusy || !form.isChanged || !areUsable(colours);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isHeld) form.save();
      }}
    >
      <LastChange site={site} />
      {form.isRestored && <Restored onDiscard={form.discard} />}
      <PictureChoice
        label={t('logo')}
        value={logo}
        standard={standard.logoUrl}
        onChange={(value) => form.change({ logo: value })}
      />
      <p className={styles.note}>{t('logoLine')}</p>
      <PictureChoice
        label={t('landing')}
        value={landing}
        standard={standard.landingUrl}
        onChange={(value) => form.change({ landing: value })}
      />
      <p className={styles.note}>{t('landingLine')}</p>
      <SiteColours colours={colours} onChange={(value) => form.change({ colours: value })} />
      <ProblemLine id="site-problem" problem={form.problem} say={t} />
      <div className={styles.acts}>
        {!isSame(colours, standard.colors) && (
          <QuietButton onClick={() => form.change({ colours: standard.colors })}>{t('standardColours')}</QuietButton>
        )}
        <FilledButton type="submit" aria-disabled={isHeld}>
          {t('save')}
        </FilledButton>
      </div>
      <SettingsConflicts
        form={form}
        fields={{
          logo: { label: t('logo'), show: asPicture },
          landing: { label: t('landing'), show: asPicture },
          colours: { label: t('colours'), show: asDots },
        }}
      />
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
      <EditorsHere edited="site" />
      <StoredDraft<Changes<Values>> name={DRAFT}>{(draft) => <SiteForm site={data} draft={draft} />}</StoredDraft>
    </>
  );
}
