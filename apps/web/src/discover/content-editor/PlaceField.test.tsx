/** The coordinates of a content, as they are typed. */
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { Problems } from './model/problems';
import { emptyValues, type FieldValue } from './model/values';
import { PlaceField } from './PlaceField';
import type { Editor } from './use-editor';

function Harness() {
  const [place, setPlace] = useState<FieldValue>({ lat: 44.698, long: 10.631 });
  const [problems, setProblems] = useState<Problems>({});
  const editor: Pick<Editor, 'values' | 'problems' | 'setField' | 'refuse'> = {
    values: { ...emptyValues, place },
    problems,
    setField: (_, next) => {
      setPlace(next);
      setProblems({});
    },
    refuse: (_, text) => setProblems(text === null ? {} : { place: { text } }),
  };
  return (
    <>
      <PlaceField of="place" label="Place" editor={editor as Editor} />
      <output data-testid="place">{JSON.stringify(place)}</output>
    </>
  );
}

const write = (name: string, value: string) => fireEvent.change(screen.getByLabelText(name), { target: { value } });
const kept = () => screen.getByTestId('place').textContent;
const wrong = () => screen.queryByText('Latitude is from −90 to 90, longitude from −180 to 180');

test('while the text is no place, the former place stays and the text is refused', () => {
  render(<Harness />);
  const former = kept();
  write('Latitude', '444.698');
  expect([kept(), wrong()]).toEqual([former, expect.any(HTMLElement)]);
  expect(screen.getByLabelText<HTMLInputElement>('Latitude').value).toBe('444.698');
  write('Latitude', '');
  expect([kept(), wrong()]).toEqual([former, expect.any(HTMLElement)]);
  write('Latitude', '45,5');
  expect([kept(), wrong()]).toEqual(['{"lat":45.5,"long":10.631}', null]);
  expect(screen.getByLabelText<HTMLInputElement>('Latitude').value).toBe('45,5');
});

test('the place is gone when both texts are, or by «Remove location»', () => {
  const { unmount } = render(<Harness />);
  write('Latitude', '');
  write('Longitude', '');
  expect([kept(), wrong()]).toEqual(['null', null]);
  unmount();
  render(<Harness />);
  write('Longitude', '10.');
  write('Longitude', 'x');
  fireEvent.click(screen.getByRole('button', { name: 'Remove location' }));
  expect([kept(), wrong()]).toEqual(['null', null]);
  expect(screen.getByLabelText<HTMLInputElement>('Latitude').value).toBe('');
});
