/** Whoever points on a snapshot is named where they point, also in a zoomed picture. */
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { LaserMarks } from './LaserMarks';

const trailTo = (x: number, y: number) => [
  { point: [0, 0] as const, at: 1 },
  { point: [x, y] as const, at: 2 },
];

test('names another participant at their last position, and leaves the user’s own laser without a name', () => {
  const lasers = [
    { contactId: 'luca', color: '#ffcc33', trail: trailTo(100, 50) },
    { contactId: 'me', color: '#ff7ab8', trail: trailTo(20, 10) },
  ];
  const place = { left: 8, top: 4, width: 400, height: 200, scale: 2 };
  const nameOf = (id: string) => (id === 'luca' ? 'Luca' : null);

  render(<LaserMarks lasers={lasers} place={place} nameOf={nameOf} />);

  const [his, own] = screen.getAllByTestId('laser');
  expect(his?.textContent).toBe('Luca points here');
  expect([his?.style.left, his?.style.top]).toEqual(['208px', '104px']);
  expect(own?.textContent).toBe('');
});
