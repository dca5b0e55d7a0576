import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ListRow } from './ListRow';
import { LinkedRow, RowButton, RowLabel } from './RowLink';

test('the whole name, which may end in an ellipsis, is the tip of its row', () => {
  render(
    <ul>
      <ListRow lead={null} title="Anna Villa" />
      <LinkedRow lead={null} title={<RowLabel htmlFor="bruno">Bruno Galli</RowLabel>} />
      <LinkedRow lead={null} title={<RowButton>Carla Neri</RowButton>} />
      <LinkedRow lead={null} title={<RowButton title="elio@demo.example">Elio Riva</RowButton>} />
    </ul>,
  );
  for (const name of ['Anna Villa', 'Bruno Galli', 'Carla Neri']) expect(screen.getByText(name).title).toBe(name);
  expect(screen.getByText('Elio Riva').title).toBe('elio@demo.example');
});
