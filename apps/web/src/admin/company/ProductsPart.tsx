import { type CompanySettings, PRODUCTS_MAX } from '@earth/contracts';
import { IconPackage, IconPlus } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { api } from '../../platform';
import { useTexts } from '../../shared/i18n';
import { showToast } from '../../shared/toast';
import { FilledButton } from '../../ui/controls/Button';
import { Field, Labelled, TextArea } from '../../ui/controls/Field';
import { Empty } from '../../ui/feedback/Notice';
import { QuietLine } from '../../ui/page/SettingsPage';
import { RowLine, RowPicture, RuledList, RuledRow } from '../../ui/rows/RuledRow';
import styles from './company.module.css';
import { EditButton } from './EditButton';
import { EditDialog } from './EditDialog';
import { PictureChoice, type PictureChange } from './PictureChoice';
import { texts } from './texts';
import { useChange } from './use-change';

type Product = CompanySettings['products'][number];

interface FormProps {
  /** Null: a new one. */
  readonly product: Product | null;
  readonly onClose: () => void;
}

function ProductForm({ product, onClose }: FormProps) {
  const t = useTexts(texts);
  const id = useId();
  const [typed, setTyped] = useState({
    code: product?.code ?? '',
    name: product?.name ?? '',
    description: product?.description ?? '',
  });
  const [picture, setPicture] = useState<PictureChange>({});
  const { change, isBusy, problem } = useChange(() => {
    showToast(t('saved'));
    onClose();
  });
  const save = () =>
    change((basedOn) =>
      product
        ? api.changeProduct({ productId: product.id, basedOn, ...typed, ...picture })
        : api.createProduct({ basedOn, ...typed, ...picture }),
    );
  const remove = product ? () => change((basedOn) => api.deleteProduct({ productId: product.id, basedOn })) : undefined;
  return (
    <EditDialog
      title={t(product ? 'changeProduct' : 'newProduct')}
      isHeld={typed.code.trim() === '' || typed.name.trim() === ''}
      isBusy={isBusy}
      problem={problem}
      onSave={() => void save()}
      onDelete={remove && (() => void remove())}
      onClose={onClose}
    >
      <Field
        label={t('productName')}
        value={typed.name}
        maxLength={120}
        problem={null}
        say={t}
        onChange={(name) => setTyped({ ...typed, name })}
      />
      <Field
        label={t('productCode')}
        value={typed.code}
        maxLength={40}
        problem={null}
        say={t}
        onChange={(code) => setTyped({ ...typed, code })}
      />
      <Labelled id={id} label={t('productDescription')}>
        <TextArea
          id={id}
          rows={3}
          className={styles.words}
          maxLength={500}
          value={typed.description}
          onChange={({ currentTarget }) => setTyped({ ...typed, description: currentTarget.value })}
        />
      </Labelled>
      <PictureChoice
        label={t('productPicture')}
        url={product?.imageUrl ?? null}
        change={picture}
        onChange={setPicture}
      />
    </EditDialog>
  );
}

/** The products that people may choose when they call. */
export function ProductsPart({ products }: Pick<CompanySettings, 'products'>) {
  const t = useTexts(texts);
  const [open, setOpen] = useState<Product | 'new' | null>(null);
  return (
    <>
      <QuietLine>{t('productsLine')}</QuietLine>
      {products.length < PRODUCTS_MAX && (
        <div className={styles.acts}>
          <FilledButton icon={<IconPlus size={20} stroke={1.75} aria-hidden="true" />} onClick={() => setOpen('new')}>
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
          {products.map((product) => (
            <RuledRow
              key={product.id}
              lead={<RowPicture>{product.imageUrl !== null && <img src={product.imageUrl} alt="" />}</RowPicture>}
              title={product.name}
              trail={<EditButton name={product.name} onEdit={() => setOpen(product)} />}
            >
              <RowLine>{product.code}</RowLine>
              {product.description !== null && <RowLine>{product.description}</RowLine>}
            </RuledRow>
          ))}
        </RuledList>
      )}
      {open !== null && <ProductForm product={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </>
  );
}
