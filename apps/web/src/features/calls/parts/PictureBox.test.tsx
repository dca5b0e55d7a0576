import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { testLocal, testPerson } from '../../../testing/calls';
import { testContact, testProfile } from '../../../testing/people';
import { PictureBox } from './PictureBox';

const giulia = testContact({ name: 'Giulia Ferri' });

test.each([
  ['connecting', 'Waiting for the picture…'],
  ['good', 'Giulia’s camera is off'],
] as const)('somebody without a picture, whose link is %s', (link, words) => {
  const person = testPerson({ contact: giulia, link, stream: {} as MediaStream, hasVideo: false });
  render(
    <PictureBox picture={{ of: 'person', person }} local={testLocal} me={testProfile()} size="stage" fit="cover" />,
  );
  expect(screen.getByText(words)).toBeDefined();
});
