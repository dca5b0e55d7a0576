import type { PeerMessage } from '@earth/contracts';
import { expect, test } from 'vitest';
import { ScreenMode } from './screen-mode';
import { giulia, luca, marco } from './testing/people';

const PIC = '0190b000-0000-7000-8000-000000000001';
const OTHER_PIC = '0190b000-0000-7000-8000-000000000002';
const TAKEN_JUST_NOW = 'not stored yet';

/** One's own screen; Giulia is a controller, Marco is not. `sent` is what the others are told. */
function createScreen(isController: boolean) {
  const sent: (PeerMessage & { to?: string })[] = [];
  const screen = new ScreenMode({
    isController,
    isControllerAt: (contactId) => contactId === giulia.uniqueId,
    send: (message, to) => void sent.push(to === undefined ? message : { ...message, to }),
    isStored: (picId) => picId !== TAKEN_JUST_NOW,
    onSelected: () => {},
    onChange: () => {},
  });
  return { screen, sent };
}

test('Assist 4, Screen mode: a controller broadcasts that state to peers when it changes, and the snapshot when only that does', () => {
  const { screen, sent } = createScreen(true);
  screen.select(null);
  screen.select(PIC);
  screen.select(PIC);
  screen.select(OTHER_PIC);
  screen.select(null);
  expect(sent).toEqual([
    { type: 'update_video_screen_state', state: 'GUIMODE_ANNOTATIONS', picUniqueId: PIC },
    { type: 'onPicSelected', picUniqueId: OTHER_PIC },
    { type: 'update_video_screen_state', state: 'GUIMODE_LIVECAMERA', picUniqueId: null },
  ]);
});

test('who is no controller tells nobody anything, and answers nobody', () => {
  const { screen, sent } = createScreen(false);
  screen.select(PIC);
  screen.rename(PIC, OTHER_PIC);
  screen.take(marco.uniqueId, { type: 'askSelectedPic' });
  expect(screen.selectedPicId).toBe(OTHER_PIC);
  expect(sent).toEqual([]);
});

test('Assist 4, Screen mode: a non-controller asks for the currently selected snapshot, controllers and only them', () => {
  const { screen, sent } = createScreen(false);
  screen.meet(giulia.uniqueId);
  screen.meet(marco.uniqueId);
  expect(sent).toEqual([{ type: 'askSelectedPic', to: giulia.uniqueId }]);
  const controller = createScreen(true);
  controller.screen.meet(giulia.uniqueId);
  expect(controller.sent).toEqual([]);
});

test('whoever asks is answered alone, and not with what nobody else can have', () => {
  const { screen, sent } = createScreen(true);
  screen.take(luca.uniqueId, { type: 'askSelectedPic' });
  screen.select(TAKEN_JUST_NOW);
  screen.take(luca.uniqueId, { type: 'askSelectedPic' });
  screen.rename(TAKEN_JUST_NOW, PIC);
  screen.take(luca.uniqueId, { type: 'askSelectedPic' });
  expect(sent).toEqual([
    { type: 'onPicSelected', picUniqueId: null, to: luca.uniqueId },
    { type: 'onPicSelected', picUniqueId: null, to: luca.uniqueId },
    { type: 'update_video_screen_state', state: 'GUIMODE_ANNOTATIONS', picUniqueId: PIC },
    { type: 'onPicSelected', picUniqueId: PIC, to: luca.uniqueId },
  ]);
});

test('a controller follows another controller, and leads again from there', () => {
  const { screen, sent } = createScreen(true);
  screen.take(giulia.uniqueId, { type: 'onPicSelected', picUniqueId: PIC });
  expect([screen.mode, screen.selectedPicId, screen.shownBy]).toEqual(['GUIMODE_ANNOTATIONS', PIC, giulia.uniqueId]);
  expect(sent).toEqual([]);
  screen.select(null);
  expect(sent).toEqual([{ type: 'update_video_screen_state', state: 'GUIMODE_LIVECAMERA', picUniqueId: null }]);
});

test('live deselects the snapshot; annotations without a snapshot change nothing', () => {
  const { screen } = createScreen(false);
  const state = (state: 'GUIMODE_LIVECAMERA' | 'GUIMODE_ANNOTATIONS', picUniqueId: string | null) =>
    screen.take(giulia.uniqueId, { type: 'update_video_screen_state', state, picUniqueId });
  state('GUIMODE_ANNOTATIONS', PIC);
  state('GUIMODE_ANNOTATIONS', null);
  expect(screen.selectedPicId).toBe(PIC);
  state('GUIMODE_LIVECAMERA', PIC);
  expect([screen.mode, screen.selectedPicId, screen.shownBy]).toEqual(['GUIMODE_LIVECAMERA', null, null]);
});
