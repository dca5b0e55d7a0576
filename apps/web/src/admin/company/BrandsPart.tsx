import { BRANDS_MAX, type CompanySettings } from '@earth/contracts';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '../../platform';
import { useTexts } from '../../shared/i18n';
import { showToast } from '../../shared/toast';
import { LineButton } from '../../ui/controls/Button';
import { Field } from '../../ui/controls/Field';
import { StoredDraft } from '../../ui/feedback/EditNotices';
import { PageSection, QuietLine } from '../../ui/page/SettingsPage';
import { RowLine, RuledList, RuledRow } from '../../ui/rows/RuledRow';
import { EditButton } from './EditButton';
import { EditDialog } from './EditDialog';
import type { Changes } from './model/changes';
import { companyQuery } from './queries';
import { asText } from './SettingsConflicts';
import { texts } from './texts';
import { useSettingsForm } from './use-settings-form';

type Brand = CompanySettings['brands'][number];

const draftOf = (brand: Brand | null) => `brand:${brand?.id ?? 'new'}`;

interface FormProps {
  readonly company: CompanySettings;
  /** Null: a new one. */
  readonly brand: Brand | null;
  readonly onClose: () => void;
}

interface Values {
  readonly name: string;
}

function BrandForm({ company, brand, draft, onClose }: FormProps & { readonly draft: Changes<Values> | null }) {
  const t = useTexts(texts);
  const form = useSettingsForm({
    queryKey: companyQuery.queryKey,
    settings: company,
    // If it was deleted meanwhile, as it was when the form was opened: saving it then says so.
    valuesOf: ({ brands }): Values => ({ name: (brands.find(({ id }) => id === brand?.id) ?? brand)?.name ?? '' }),
    send: ({ name }, _, basedOn) =>
      brand ? api.changeBrand({ brandId: brand.id, basedOn, name }) : api.createBrand({ basedOn, name }),
    draftName: draftOf(brand),
    draft,
    onDone() {
      showToast(t('saved'));
      onClose();
    },
  });
  const { name } = form.values;
  return (
    <EditDialog
      title={t(brand ? 'changeBrand' : 'newBrand')}
      form={form}
      fields={{ name: { label: t('brandName'), show: asText } }}
      isHeld={name.trim() === ''}
      onDelete={brand?.contents === 0 ? (basedOn) => api.deleteBrand({ brandId: brand.id, basedOn }) : undefined}
      onClose={onClose}
    >
      <Field
        label={t('brandName')}
        value={name}
        maxLength={100}
        problem={null}
        say={t}
        onChange={(typed) => form.change({ name: typed })}
      />
    </EditDialog>
  );
}

/** The brands of the contents. */
export function BrandsPart({ company }: Pick<FormProps, 'company'>) {
  const t = useTexts(texts);
  const { brands } = company;
  const [open, setOpen] = useState<{ readonly brand: Brand | null } | null>(null);
  return (
    <PageSection title={t('brands')}>
      <QuietLine>{t('brandsLine')}</QuietLine>
      {brands.length > 0 && (
        <RuledList aria-label={t('brands')}>
          {brands.map((brand) => (
            <RuledRow
              key={brand.id}
              title={brand.name}
              trail={<EditButton name={brand.name} onEdit={() => setOpen({ brand })} />}
            >
              <RowLine>{t('contents', { count: brand.contents })}</RowLine>
            </RuledRow>
          ))}
        </RuledList>
      )}
      {brands.length < BRANDS_MAX && (
        <LineButton
          icon={<IconPlus size={20} stroke={1.75} aria-hidden="true" />}
          onClick={() => setOpen({ brand: null })}
        >
          {t('newBrand')}
        </LineButton>
      )}
      {open && (
        <StoredDraft<Changes<Values>> name={draftOf(open.brand)}>
          {(draft) => <BrandForm company={company} {...open} draft={draft} onClose={() => setOpen(null)} />}
        </StoredDraft>
      )}
    </PageSection>
  );
}
