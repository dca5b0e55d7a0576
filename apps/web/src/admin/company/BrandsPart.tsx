import { BRANDS_MAX, type CompanySettings } from '@earth/contracts';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '../../platform';
import { useTexts } from '../../shared/i18n';
import { showToast } from '../../shared/toast';
import { LineButton } from '../../ui/controls/Button';
import { Field } from '../../ui/controls/Field';
import { PageSection, QuietLine } from '../../ui/page/SettingsPage';
import { RowLine, RuledList, RuledRow } from '../../ui/rows/RuledRow';
import { EditButton } from './EditButton';
import { EditDialog } from './EditDialog';
import { texts } from './texts';
import { useChange } from './use-change';

type Brand = CompanySettings['brands'][number];

interface FormProps {
  /** Null: a new one. */
  readonly brand: Brand | null;
  readonly onClose: () => void;
}

function BrandForm({ brand, onClose }: FormProps) {
  const t = useTexts(texts);
  const [name, setName] = useState(brand?.name ?? '');
  const { change, isBusy, problem } = useChange(() => {
    showToast(t('saved'));
    onClose();
  });
  const save = () =>
    change((basedOn) =>
      brand ? api.changeBrand({ brandId: brand.id, basedOn, name }) : api.createBrand({ basedOn, name }),
    );
  const remove =
    brand?.contents === 0 ? () => change((basedOn) => api.deleteBrand({ brandId: brand.id, basedOn })) : undefined;
  return (
    <EditDialog
      title={t(brand ? 'changeBrand' : 'newBrand')}
      isHeld={name.trim() === ''}
      isBusy={isBusy}
      problem={problem}
      onSave={() => void save()}
      onDelete={remove && (() => void remove())}
      onClose={onClose}
    >
      <Field label={t('brandName')} value={name} maxLength={100} problem={null} say={t} onChange={setName} />
    </EditDialog>
  );
}

/** The brands of the contents. */
export function BrandsPart({ brands }: Pick<CompanySettings, 'brands'>) {
  const t = useTexts(texts);
  const [open, setOpen] = useState<Brand | 'new' | null>(null);
  return (
    <PageSection title={t('brands')}>
      <QuietLine>{t('brandsLine')}</QuietLine>
      {brands.length > 0 && (
        <RuledList aria-label={t('brands')}>
          {brands.map((brand) => (
            <RuledRow
              key={brand.id}
              title={brand.name}
              trail={<EditButton name={brand.name} onEdit={() => setOpen(brand)} />}
            >
              <RowLine>{t('contents', { count: brand.contents })}</RowLine>
            </RuledRow>
          ))}
        </RuledList>
      )}
      {brands.length < BRANDS_MAX && (
        <LineButton icon={<IconPlus size={20} stroke={1.75} aria-hidden="true" />} onClick={() => setOpen('new')}>
          {t('newBrand')}
        </LineButton>
      )}
      {open !== null && <BrandForm brand={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </PageSection>
  );
}
