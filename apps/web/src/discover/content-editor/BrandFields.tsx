/** Brand and skin of a content: the name and the colours of the strip above it. An admin sets them in the back office. */
import { skinColours } from '@earth/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type CSSProperties, useId } from 'react';
import { api } from '../../platform';
import { useTexts } from '../../shared/i18n';
import { ProblemLine } from '../../ui/controls/Field';
import styles from './brand-fields.module.css';
import type { FieldKey } from './model/fields';
import { type FieldValue, textIn } from './model/values';
import { ListedSelect } from './ListedSelect';
import { texts } from './texts';
import type { EditorFieldProps } from './use-editor';

const NONE = '';

const brandsQuery = queryOptions({
  queryKey: ['brands-and-skins'],
  queryFn: () => api.listBrandsAndSkins(),
  staleTime: 0,
});

type Skin = { readonly hdBgColor: string; readonly hdFontColor: string };
const nameOf = ({ hdBgColor, hdFontColor }: Skin) => `${hdBgColor} / ${hdFontColor}`;

/** As on the strip: colours that cannot be read are not used. */
function styleOf(skin: Skin | undefined): CSSProperties | undefined {
  const colours = skin && skinColours({ ...skin, imageType: 2 });
  return colours ? ({ '--ground': colours.ground, '--on-ground': colours.ink } as CSSProperties) : undefined;
}

/** A brand or a skin in words; null: of another field. */
export function useBrandWords(field: FieldKey, value: FieldValue): string | null {
  const t = useTexts(texts);
  const isOfThese = field === 'brandId' || field === 'skinId';
  const { data } = useQuery({ ...brandsQuery, enabled: isOfThese });
  if (!isOfThese || value === NONE) return null;
  const skin = data?.skins.find(({ id }) => String(id) === value);
  if (field === 'skinId') return skin ? nameOf(skin) : t('unlistedSkin');
  return data?.brands.find(({ id }) => String(id) === value)?.name ?? t('unlistedBrand');
}

/** Below the field: what is wrong with it, or why there is little to choose. */
function Below({ id, of, editor }: Pick<EditorFieldProps, 'of' | 'editor'> & { readonly id: string }) {
  const t = useTexts(texts);
  const { data, isError } = useQuery(brandsQuery);
  const problem = editor.problems[of] ?? (isError && !data ? ({ text: 'listNotLoaded' } as const) : null);
  const isEmpty = data?.[of === 'brandId' ? 'brands' : 'skins'].length === 0;
  return (
    <>
      <ProblemLine id={id} problem={problem} say={t} />
      {isEmpty && <p className={styles.hint}>{t(of === 'brandId' ? 'noBrands' : 'noSkins')}</p>}
    </>
  );
}

export function BrandField({ of, label, editor }: EditorFieldProps) {
  const t = useTexts(texts);
  const id = useId();
  const { data } = useQuery(brandsQuery);
  const value = textIn(editor.values, of);
  const brands = data?.brands.map((one) => ({ value: String(one.id), label: one.name })) ?? [];
  return (
    <ListedSelect
      label={label}
      value={value}
      describedBy={id}
      none={{ value: NONE, label: t('noBrand') }}
      options={brands}
      unlisted={t('unlistedBrand')}
      onChange={(chosen) => editor.setField(of, chosen)}
      below={<Below id={id} of={of} editor={editor} />}
    />
  );
}

/** Every skin in its colours, with the brand’s name as on the strip. */
export function SkinField({ of, label, editor }: EditorFieldProps) {
  const t = useTexts(texts);
  const id = useId();
  const { data } = useQuery(brandsQuery);
  const value = textIn(editor.values, of);
  const skins = data?.skins ?? [];
  const brand = data?.brands.find((one) => String(one.id) === textIn(editor.values, 'brandId'))?.name;
  const isListed = value === NONE || skins.some((one) => String(one.id) === value);
  const options = [
    { value: NONE, skin: undefined, name: t('noSkin') },
    ...(isListed ? [] : [{ value, skin: undefined, name: t('unlistedSkin') }]),
    ...skins.map((skin) => ({ value: String(skin.id), skin, name: nameOf(skin) })),
  ];
  return (
    <fieldset className={styles.skins} aria-describedby={id}>
      <legend>{label}</legend>
      <div className={styles.choices}>
        {options.map((one) => (
          <label key={one.value} className={styles.choice} style={styleOf(one.skin)}>
            <input
              type="radio"
              name={id}
              className={styles.input}
              aria-label={one.name}
              checked={one.value === value}
              onChange={() => editor.setField(of, one.value)}
            />
            <span className={styles.sample}>{one.skin ? (brand ?? t('sample')) : one.name}</span>
          </label>
        ))}
      </div>
      <Below id={id} of={of} editor={editor} />
    </fieldset>
  );
}
