import { type CompanySettings, hasContrast, imageTypes, SKINS_MAX, skinColours } from '@earth/contracts';
import { IconPlus } from '@tabler/icons-react';
import { type CSSProperties, useState } from 'react';
import { api } from '../../platform';
import { useTexts } from '../../shared/i18n';
import { showToast } from '../../shared/toast';
import { LineButton } from '../../ui/controls/Button';
import { Select } from '../../ui/controls/Select';
import { StoredDraft } from '../../ui/feedback/EditNotices';
import { PageSection, QuietLine } from '../../ui/page/SettingsPage';
import { RowLine, RuledList, RuledRow } from '../../ui/rows/RuledRow';
import { ColourField, ContrastLine } from './ColourField';
import styles from './company.module.css';
import { EditButton } from './EditButton';
import { EditDialog } from './EditDialog';
import type { Changes } from './model/changes';
import { companyQuery } from './queries';
import { asText } from './SettingsConflicts';
import { texts } from './texts';
import { useSettingsForm } from './use-settings-form';

type Skin = CompanySettings['skins'][number];
type ImageType = (typeof imageTypes)[number];

const imageTypeOf = (type: number | string): ImageType => imageTypes.find((one) => String(one) === String(type)) ?? 2;

interface StripProps {
  readonly skin: Pick<Skin, 'hdBgColor' | 'hdFontColor'>;
  readonly words: string;
}

/** The header of a list as visitors see it: a skin that cannot be read is not used. */
function Strip({ skin, words }: StripProps) {
  const colours = skinColours({ ...skin, imageType: 2 });
  const style = colours ? ({ '--ground': colours.ground, '--on-ground': colours.ink } as CSSProperties) : undefined;
  return (
    <span className={styles.strip} style={style}>
      {words}
    </span>
  );
}

const draftOf = (skin: Skin | null) => `skin:${skin?.id ?? 'new'}`;

interface FormProps {
  readonly company: CompanySettings;
  /** Null: a new one. */
  readonly skin: Skin | null;
  readonly onClose: () => void;
}

const valuesOf = (skin: Skin | null) => ({
  hdBgColor: skin?.hdBgColor ?? '#0b7a4b',
  hdFontColor: skin?.hdFontColor ?? '#ffffff',
  imageType: imageTypeOf(skin?.imageType ?? 2),
});
type Values = ReturnType<typeof valuesOf>;

function useSkinForm({ company, skin, draft, onClose }: FormProps & { readonly draft: Changes<Values> | null }) {
  const t = useTexts(texts);
  return useSettingsForm({
    queryKey: companyQuery.queryKey,
    settings: company,
    // If it was deleted meanwhile, as it was when the form was opened: saving it then says so.
    valuesOf: ({ skins }) => valuesOf(skins.find(({ id }) => id === skin?.id) ?? skin),
    send: (typed, _, basedOn) =>
      skin ? api.changeSkin({ skinId: skin.id, basedOn, ...typed }) : api.createSkin({ basedOn, ...typed }),
    draftName: draftOf(skin),
    draft,
    onDone() {
      showToast(t('saved'));
      onClose();
    },
  });
}

function SkinForm(props: FormProps & { readonly draft: Changes<Values> | null }) {
  const t = useTexts(texts);
  const { skin, onClose } = props;
  const form = useSkinForm(props);
  const { values, change } = form;
  return (
    <EditDialog
      title={t(skin ? 'changeSkin' : 'newSkin')}
      form={form}
      fields={{
        hdBgColor: { label: t('headerColour'), show: asText },
        hdFontColor: { label: t('fontColour'), show: asText },
        imageType: { label: t('imageType'), show: (type) => t(`imageType_${type}`) },
      }}
      isHeld={!hasContrast(values.hdBgColor, values.hdFontColor)}
      onDelete={skin?.contents === 0 ? (basedOn) => api.deleteSkin({ skinId: skin.id, basedOn }) : undefined}
      onClose={onClose}
    >
      <Strip skin={values} words={t('sample')} />
      <ColourField label={t('headerColour')} value={values.hdBgColor} onChange={(hdBgColor) => change({ hdBgColor })} />
      <ColourField
        label={t('fontColour')}
        value={values.hdFontColor}
        onChange={(hdFontColor) => change({ hdFontColor })}
      />
      <ContrastLine
        ground={values.hdBgColor}
        ink={values.hdFontColor}
        failure={t('headerUnreadable')}
        onInk={(hdFontColor) => change({ hdFontColor })}
      />
      <Select
        label={t('imageType')}
        value={String(values.imageType)}
        options={imageTypes.map((type) => ({ value: String(type), label: t(`imageType_${type}`) }))}
        onChange={(type) => change({ imageType: imageTypeOf(type) })}
      />
    </EditDialog>
  );
}

/** The colours of headers. */
export function SkinsPart({ company }: Pick<FormProps, 'company'>) {
  const t = useTexts(texts);
  const { skins } = company;
  const [open, setOpen] = useState<{ readonly skin: Skin | null } | null>(null);
  return (
    <PageSection title={t('skins')}>
      <QuietLine>{t('skinsLine')}</QuietLine>
      {skins.length > 0 && (
        <RuledList aria-label={t('skins')}>
          {skins.map((skin) => (
            <RuledRow
              key={skin.id}
              title={<Strip skin={skin} words={t('sample')} />}
              trail={<EditButton name={`${skin.hdBgColor} / ${skin.hdFontColor}`} onEdit={() => setOpen({ skin })} />}
            >
              <RowLine>
                {t(`imageType_${imageTypeOf(skin.imageType)}`)} · {t('contents', { count: skin.contents })}
              </RowLine>
              {!hasContrast(skin.hdBgColor, skin.hdFontColor) && (
                <span className={styles.low}>{t('headerUnreadable')}</span>
              )}
            </RuledRow>
          ))}
        </RuledList>
      )}
      {skins.length < SKINS_MAX && (
        <LineButton
          icon={<IconPlus size={20} stroke={1.75} aria-hidden="true" />}
          onClick={() => setOpen({ skin: null })}
        >
          {t('newSkin')}
        </LineButton>
      )}
      {open && (
        <StoredDraft<Changes<Values>> name={draftOf(open.skin)}>
          {(draft) => <SkinForm company={company} {...open} draft={draft} onClose={() => setOpen(null)} />}
        </StoredDraft>
      )}
    </PageSection>
  );
}
