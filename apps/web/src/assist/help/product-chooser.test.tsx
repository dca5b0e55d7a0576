import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { setLanguage } from '../../shared/i18n';
import { productsQuery } from '../../shared/queries';
import { AppScope, beginScope, queries } from '../../testing/scope';
import { createCalls } from '../calls';
import { ProductChooser } from './ProductChooser';
import { useProduct } from './use-product';

const inBoth = {
  code: 'P-204',
  name: 'Feed pump',
  nameIt: 'Pompa di alimentazione',
  description: null,
  imageUrl: null,
};
const inOne = { code: 'K-2', name: 'Kiln 2', description: null, imageUrl: null };

const view = { phase: 'idle' };

beforeEach(() => {
  beginScope([[createCalls, { getView: () => view, subscribe: () => () => undefined }]]);
  queries().setQueryData(productsQuery.queryKey, [inBoth, inOne]);
});

const Chooser = () => <ProductChooser product={useProduct()} />;
const names = () => screen.getAllByRole('button').map(({ textContent }) => textContent);

test('products are named in the language of the reader; one text serves both', () => {
  setLanguage('it');
  render(<Chooser />, { wrapper: AppScope });
  expect(names()).toEqual(['Pompa di alimentazione', 'Kiln 2']);
  act(() => setLanguage('en'));
  expect(names()).toEqual(['Feed pump', 'Kiln 2']);
});
