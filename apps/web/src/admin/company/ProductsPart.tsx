import { type CompanySettings, PRODUCTS_MAX } from '@earth/contracts';
import { IconPackage, IconPlus } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { api } from '../../platform';
import { useTexts } from '../../shared/i18n';
import { showToast } from '../../shared/toast';
import { useWritten } from '../../shared/written';
import { FilledButton } from '../../ui/controls/Button';
import { Field, Labelled, TextArea } from '../../ui/controls/Field';
import { StoredDraft } from '../../ui/feedback/EditNotices';
import { Empty } from '../../ui/feedback/Notice';
import { QuietLine } from '../../ui/page/SettingsPage';
import { RowLine, RowPicture, RuledList, RuledRow } from '../../ui/rows/RuledRow';
import styles from './company.module.css';
import { EditButton } from './EditButton';
import { EditDialog } from './EditDialog';
import type { Changes } from './model/changes';
import { PictureChoice, pictureSent } from './PictureChoice';
import { companyQuery } from './queries';
import { asPicture, asText } from './SettingsConflicts';
import { texts } from './texts';
import { useSettingsForm } from './use-settings-form';

type Product = CompanySettings['products'][number];

const draftOf = (product: Product | null) => `product:${product?.id ?? 'new'}`;

interface FormProps {
  readonly company: CompanySettings;
  /** Null: a new one. */
  readonly product: Product | null;
  readonly onClose: () => void;
}

const valuesOf = (product: Product | null) => ({
  code: product?.code ?? '',
  name: product?.name ?? '',
  description: product?.description ?? '',
  nameIt: product?.nameIt ?? '',
  descriptionIt: product?.descriptionIt ?? '',
  picture: product?.imageUrl ?? null,
});
type Values = ReturnType<typeof valuesOf>;

interface DescriptionProps {
  readonly label: string;
  readonly lang?: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

function Description({ label, lang, value, onChange }: DescriptionProps) {
  const id = useId();
  return (
    <Labelled id={id} label={label}>
      <TextArea
        id={id}
        lang={lang}
        rows={3}
        className={styles.words}
        maxLength={500}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </Labelled>
  );
}

function ProductForm({ company, product, draft, onClose }: FormProps & { readonly draft: Changes<Values> | null }) {
  const t = useTexts(texts);
  const form = useSettingsForm({
    queryKey: companyQuery.queryKey,
    settings: company,
    // If it was deleted meanwhile, as it was when the form was opened: saving it then says so.
    valuesOf: ({ products }) => valuesOf(products.find((one) => one.id === product?.id) ?? product),
    send({ picture: _, nameIt, ...typed }, changes, basedOn) {
      const inItalian = nameIt.trim() === '' ? {} : { nameIt };
      const sent = { basedOn, ...typed, ...inItalian, ...pictureSent(changes.picture) };
      return product ? api.changeProduct({ productId: product.id, ...sent }) : api.createProduct(sent);
    },
    draftName: draftOf(product),
    draft,
    onDone() {
      showToast(t('saved'));
      onClose();
    },
  });
  const { values, change } = form;
  return (
    <EditDialog
      title={t(product ? 'changeProduct' : 'newProduct')}
      form={form}
      fields={{
        name: { label: t('productName'), show: asText },
        code: { label: t('productCode'), show: asText },
        description: { label: t('productDescription'), show: asText },
        nameIt: { label: t('productNameIt'), show: asText },
        descriptionIt: { label: t('productDescriptionIt'), show: asText },
        picture: { label: t('productPicture'), show: asPicture },
      }}
      isHeld={values.code.trim() === '' || values.name.trim() === ''}
      onDelete={product ? (basedOn) => api.deleteProduct({ productId: product.id, basedOn }) : undefined}
      onClose={onClose}
    >
      <Field
        label={t('productName')}
        value={values.name}
        maxLength={120}
        problem={null}
        say={t}
        onChange={(name) => change({ name })}
      />
      <Field
        label={t('productCode')}
        value={values.code}
        maxLength={40}
        problem={null}
        say={t}
        onChange={(code) => change({ code })}
      />
      <Description
        label={t('productDescription')}
        value={values.description}
        onChange={(description) => change({ description })}
      />
      <QuietLine>{t('productItLine')}</QuietLine>
      <Field
        label={t('productNameIt')}
        lang="it"
        value={values.nameIt}
        maxLength={120}
        problem={null}
        say={t}
        onChange={(nameIt) => change({ nameIt })}
      />
      <Description
        label={t('productDescriptionIt')}
        lang="it"
        value={values.descriptionIt}
        onChange={(descriptionIt) => change({ descriptionIt })}
      />
      <PictureChoice label={t('productPicture')} value={values.picture} onChange={(picture) => change({ picture })} />
    </EditDialog>
  );
}

/** The products that people may choose when they call. */
export function ProductsPart({ company }: Pick<FormProps, 'company'>) {
  const t = useTexts(texts);
  const { products } = company;
  const written = useWritten();
  const [open, setOpen] = useState<{ readonly product: Product | null } | null>(null);
  return (
    <>
      <QuietLine>{t('productsLine')}</QuietLine>
      {products.length < PRODUCTS_MAX && (
        <div className={styles.acts}>
          <FilledButton
            icon={<IconPlus size={20} stroke={1.75} aria-hidden="true" />}
            onClick={() => setOpen({ product: null })}
          >
            {t('newProduct')}
          </FilledButton>
        </div>
      )}
      {products.length === 0 ? (
        <Empty
          icon={<IconPackage size={40} stroke={1.75} aria-hidden="true" />}
          title={t('noProducts')}
          line={t('noProductsLine')}
        />
      ) : (
        <RuledList aria-label={t('products')}>
          {products.map((product) => {
            const name = written(product.name, product.nameIt ?? undefined);
            const description = written(product.description, product.descriptionIt ?? undefined);
            return (
              <RuledRow
                key={product.id}
                lead={<RowPicture>{product.imageUrl !== null && <img src={product.imageUrl} alt="" />}</RowPicture>}
                title={name}
                trail={<EditButton name={name} onEdit={() => setOpen({ product })} />}
              >
                <RowLine>{product.code}</RowLine>
                {description !== null && <RowLine>{description}</RowLine>}
              </RuledRow>
            );
          })}
        </RuledList>
      )}
      {open && (
        <StoredDraft<Changes<Values>> name={draftOf(open.product)}>
          {(draft) => <ProductForm company={company} {...open} draft={draft} onClose={() => setOpen(null)} />}
        </StoredDraft>
      )}
    </>
  );
}
