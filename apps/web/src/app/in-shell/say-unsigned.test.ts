import { expect, test } from 'vitest';
import { refusedUnsigned } from '../../platform';
import { toastStore } from '../../shared/toast';
import { sayUnsigned } from './say-unsigned';

test('a server that accepts nothing unsigned is quoted once, however many calls it refuses', () => {
  sayUnsigned();
  refusedUnsigned.setState({ message: 'Close the app and open it again' });
  refusedUnsigned.setState({ message: 'Update it' });
  expect(toastStore.getState()).toMatchObject({ toast: { words: 'Close the app and open it again' }, lastId: 1 });
});
