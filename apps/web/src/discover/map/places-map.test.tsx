import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { setLanguage } from '../../shared/i18n';
import { showPages } from '../../testing/visitor';
import { PlacesMap } from './PlacesMap';

vi.mock('./MapView', () => ({
  MapView: (given: Readonly<Record<string, unknown>>) => (
    <p>{JSON.stringify([given['center'], given['zoom'], given['isWay']])}</p>
  ),
}));

const place = [10.6, 44.7] as const;

test('D2.47: a content has a map with a marker at zoom 18', async () => {
  setLanguage('en');
  const places = [{ id: 1, title: 'Arch', place, number: null }];
  showPages({ '/map': () => <PlacesMap title="Arch" places={places} /> }, '/map');
  expect(await screen.findByText(JSON.stringify([place, 18, false]))).toBeDefined();
});
