import { type CompanySettings, hasContrast, imageTypes, SKINS_MAX, skinColours } from '@earth/contracts';
import { IconPlus } from '@tabler/icons-react';
import { type CSSProperties, useState } from 'react';
import { api } from '../../platform';
import { useTexts } from '../../shared/i18n';
import { showToast } from '../../shared/toast';
import { LineButton } from '../../ui/controls/Button';
import { Select } from '../../ui/controls/Select';
import { PageSection, QuietLine } from '../../ui/page/SettingsPage';
import { RowLine, RuledList, RuledRow } from '../../ui/rows/RuledRow';
import { ColourField, ContrastLine } from './ColourField';
import styles from './company.module.css';
import { EditButton } from './EditButton';
import { EditDialog } from './EditDialog';
import { texts } from './texts';
import { useChange } from './use-change';

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

interface FormProps {
  /** Null: a new one. */
  readonly skin: Skin | null;
  readonly onClose: () => void;
}

function SkinForm({ skin, onClose }: FormProps) {
  const t = useTexts(texts);
  const [typed, setTyped] = useState({
    hdBgColor: skin?.hdBgColor ?? '#0b7a4b',
    hdFontColor: skin?.hdFontColor ?? '#ffffff',
    imageType: imageTypeOf(skin?.imageType ?? 2),
  });
  const { change, isBusy, problem } = useChange(() => {
    showToast(t('saved'));
    onClose();
  });
  const save = () =>
    change((basedOn) =>
      skin ? api.changeSkin({ skinId: skin.id, basedOn, ...typed }) : api.createSkin({ basedOn, ...typed }),
    );
  const remove =
    skin?.contents === 0 ? () => change((basedOn) => api.deleteSkin({ skinId: skin.id, basedOn })) : undefined;
  return (
    <EditDialog
      title={t(skin ? 'changeSkin' : 'newSkin')}
      isHeld={!hasContrast(typed.hdBgColor, typed.hdFontColor)}
      isBusy={isBusy}
      problem={problem}
      onSave={() => void save()}
      onDelete={remove && (() => void remove())}
      onClose={onClose}
    >
      <Strip skin={typed} words={t('sample')} />
      <ColourField
        label={t('headerColour')}
        value={typed.hdBgColor}
        onChange={(hdBgColor) => setTyped({ ...typed, hdBgColor })}
      />
      <ColourField
        label={t('fontColour')}
        value={typed.hdFontColor}
        onChange={(hdFontColor) => setTyped({ ...typed, hdFontColor })}
      />
      <ContrastLine
        ground={typed.hdBgColor}
        ink={typed.hdFontColor}
        failure={t('headerUnreadable')}
        onInk={(hdFontColor) => setTyped({ ...typed, hdFontColor })}
      />
      <Select
        label={t('imageType')}
        value={String(typed.imageType)}
        options={imageTypes.map((type) => ({ value: String(type), label: t(`imageType_${type}`) }))}
        onChange={(type) => setTyped({ ...typed, imageType: imageTypeOf(type) })}
      />
    </EditDialog>
  );
}

/** The colours of headers. */
export function SkinsPart({ skins }: Pick<CompanySettings, 'skins'>) {
  const t = useTexts(texts);
  const [open, setOpen] = useState<Skin | 'new' | null>(null);
  return (
    <PageSection title={t('skins')}>
      <QuietLine>{t('skinsLine')}</QuietLine>
      {skins.length > 0 && (
        <RuledList aria-label={t('skins')}>
          {skins.map((skin) => (
            <RuledRow
              key={skin.id}
              title={<Strip skin={skin} words={t('sample')} />}
              trail={<EditButton name={`${skin.hdBgColor} / ${skin.hdFontColor}`} onEdit={() => setOpen(skin)} />}
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
        <LineButton icon={<IconPlus size={20} stroke={1.75} aria-hidden="true" />} onClick={() => setOpen('new')}>
          {t('newSkin')}
        </LineButton>
      )}
      {open !== null && <SkinForm skin={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </PageSection>
  );
}
