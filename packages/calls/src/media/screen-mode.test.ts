import type { PeerMessage } from '@earth/contracts';
import { expect, test } from 'vitest';
import { ScreenMode } from './screen-mode';
import { giulia, luca, marco } from '../testing/people';

const PIC = '0190b000-0000-7000-8000-000000000001';
const OTHER_PIC = '0190b000-0000-7000-8000-000000000002';
const TAKEN_JUST_NOW = 'not stored yet';

const LATE_PIC = '0190b000-0000-7000-8000-000000000003';

/**
 * The user's screen; Giulia is a controller, Marco is not. `sent` has the sent messages, `kept` what a reload finds.
 * @param shownBefore the snapshot from before a reload
 */
function createScreen(isController: boolean, shownBefore: string | null = null) {
  const sent: (PeerMessage & { to?: string })[] = [];
  const kept: (string | null)[] = [];
  const known = new Set([PIC, OTHER_PIC, TAKEN_JUST_NOW]);
  let refreshes = 0;
  const screen = new ScreenMode({
    isController,
    isControllerAt: (contactId) => contactId === giulia.uniqueId,
    send: (message, to) => void sent.push(to === undefined ? message : { ...message, to }),
    pictures: { has: (picId) => known.has(picId), isStored: (picId) => known.has(picId) && picId !== TAKEN_JUST_NOW },
    shownBefore,
    onShown: (picId) => void kept.push(picId),
    onUnknown: () => void (refreshes += 1),
    onChange: () => {},
  });
  const learn = (picId: string) => {
    known.add(picId);
    screen.handlePicsChanged();
  };
  return { screen, sent, kept, learn, refreshes: () => refreshes };
}

const LIVE = { type: 'update_video_screen_state', state: 'GUIMODE_LIVECAMERA', picUniqueId: null } as const;

test('A4.22: a controller sends each change of the screen mode, and of the snapshot alone', () => {
  const { screen, sent } = createScreen(true);
  screen.select(PIC);
  screen.select(PIC);
  screen.select(OTHER_PIC);
  screen.select(null);
  expect(sent).toEqual([
    { type: 'update_video_screen_state', state: 'GUIMODE_ANNOTATIONS', picUniqueId: PIC },
    { type: 'onPicSelected', picUniqueId: OTHER_PIC },
    LIVE,
  ]);
});

test('live is always sent, because a participant may still see a snapshot', () => {
  const { screen, sent } = createScreen(true);
  screen.select(null);
  expect(sent).toEqual([LIVE]);
});

test('the snapshot from before a reload is shown when it is known, is the answer until then, and can be left', () => {
  const { screen, sent, kept, learn } = createScreen(true, LATE_PIC);
  screen.handlers.askSelectedPic(luca.uniqueId, { type: 'askSelectedPic' });
  expect(screen.selectedPicId).toBeNull();
  learn(LATE_PIC);
  expect([screen.mode, screen.selectedPicId, screen.shownBy]).toEqual(['GUIMODE_ANNOTATIONS', LATE_PIC, null]);
  screen.select(null);
  expect(sent).toEqual([{ type: 'onPicSelected', picUniqueId: LATE_PIC, to: luca.uniqueId }, LIVE]);
  expect(kept).toEqual([LATE_PIC, null]);
});

test('a snapshot that is not stored is not remembered across a reload', () => {
  const { screen, kept } = createScreen(true);
  screen.select(TAKEN_JUST_NOW);
  screen.rename(TAKEN_JUST_NOW, PIC);
  expect(kept).toEqual([null, PIC]);
});

test('an unknown snapshot is shown as soon as it is known', () => {
  const { screen, learn, refreshes } = createScreen(false);
  screen.handlers.onPicSelected(giulia.uniqueId, { type: 'onPicSelected', picUniqueId: PIC });
  screen.handlers.onPicSelected(giulia.uniqueId, { type: 'onPicSelected', picUniqueId: LATE_PIC });
  screen.handlePicsChanged();
  expect([screen.selectedPicId, refreshes()]).toEqual([PIC, 1]);
  learn(LATE_PIC);
  expect([screen.selectedPicId, screen.shownBy]).toEqual([LATE_PIC, giulia.uniqueId]);
});

test('a snapshot that becomes known after the user has selected another is not shown', () => {
  const { screen, learn } = createScreen(true);
  screen.handlers.onPicSelected(giulia.uniqueId, { type: 'onPicSelected', picUniqueId: LATE_PIC });
  screen.select(PIC);
  learn(LATE_PIC);
  expect(screen.selectedPicId).toBe(PIC);
});

test('an unknown snapshot that is deleted is no longer waited for', () => {
  const { screen, sent, learn } = createScreen(true);
  screen.handlers.onPicSelected(giulia.uniqueId, { type: 'onPicSelected', picUniqueId: LATE_PIC });
  screen.remove(LATE_PIC);
  screen.handlers.askSelectedPic(luca.uniqueId, { type: 'askSelectedPic' });
  learn(LATE_PIC);
  expect(screen.selectedPicId).toBeNull();
  expect(sent).toEqual([{ type: 'onPicSelected', picUniqueId: null, to: luca.uniqueId }]);
});

test('a participant who is no controller announces and answers nothing', () => {
  const { screen, sent } = createScreen(false);
  screen.select(PIC);
  screen.rename(PIC, OTHER_PIC);
  screen.handlers.askSelectedPic(marco.uniqueId, { type: 'askSelectedPic' });
  expect(screen.selectedPicId).toBe(OTHER_PIC);
  expect(sent).toEqual([]);
});

test('A4.24: a participant who is no controller requests the selected snapshot from controllers only', () => {
  const { screen, sent } = createScreen(false);
  screen.handleReachable(giulia.uniqueId);
  screen.handleReachable(marco.uniqueId);
  expect(sent).toEqual([{ type: 'askSelectedPic', to: giulia.uniqueId }]);
});

test('a controller asks another only while their own screen has not changed', () => {
  const { screen, sent } = createScreen(true);
  screen.handleReachable(giulia.uniqueId);
  expect(sent).toEqual([{ type: 'askSelectedPic', to: giulia.uniqueId }]);
  screen.handlers.onPicSelected(giulia.uniqueId, { type: 'onPicSelected', picUniqueId: PIC });
  expect(screen.selectedPicId).toBe(PIC);
  screen.handleReachable(giulia.uniqueId);
  expect(sent).toHaveLength(1);
});

test('an answer that is older than the controller’s own selection is ignored', () => {
  const { screen } = createScreen(true);
  screen.handleReachable(giulia.uniqueId);
  screen.select(PIC);
  screen.handlers.onPicSelected(giulia.uniqueId, { type: 'onPicSelected', picUniqueId: null });
  expect(screen.selectedPicId).toBe(PIC);
  screen.handlers.onPicSelected(giulia.uniqueId, { type: 'onPicSelected', picUniqueId: OTHER_PIC });
  expect(screen.selectedPicId).toBe(OTHER_PIC);
});

test('only the asker gets the answer, and only with a stored snapshot', () => {
  const { screen, sent } = createScreen(true);
  screen.handlers.askSelectedPic(luca.uniqueId, { type: 'askSelectedPic' });
  screen.select(TAKEN_JUST_NOW);
  screen.handlers.askSelectedPic(luca.uniqueId, { type: 'askSelectedPic' });
  screen.rename(TAKEN_JUST_NOW, PIC);
  screen.handlers.askSelectedPic(luca.uniqueId, { type: 'askSelectedPic' });
  expect(sent).toEqual([
    { type: 'onPicSelected', picUniqueId: null, to: luca.uniqueId },
    { type: 'onPicSelected', picUniqueId: null, to: luca.uniqueId },
    { type: 'update_video_screen_state', state: 'GUIMODE_ANNOTATIONS', picUniqueId: PIC },
    { type: 'onPicSelected', picUniqueId: PIC, to: luca.uniqueId },
  ]);
});

test('a controller follows another controller, and announces later selections', () => {
  const { screen, sent } = createScreen(true);
  screen.handlers.onPicSelected(giulia.uniqueId, { type: 'onPicSelected', picUniqueId: PIC });
  expect([screen.mode, screen.selectedPicId, screen.shownBy]).toEqual(['GUIMODE_ANNOTATIONS', PIC, giulia.uniqueId]);
  expect(sent).toEqual([]);
  screen.select(null);
  expect(sent).toEqual([LIVE]);
});

test('live deselects the snapshot; annotations without a snapshot change nothing', () => {
  const { screen } = createScreen(false);
  const state = (state: 'GUIMODE_LIVECAMERA' | 'GUIMODE_ANNOTATIONS', picUniqueId: string | null) =>
    screen.handlers.update_video_screen_state(giulia.uniqueId, {
      type: 'update_video_screen_state',
      state,
      picUniqueId,
    });
  state('GUIMODE_ANNOTATIONS', PIC);
  state('GUIMODE_ANNOTATIONS', null);
  expect(screen.selectedPicId).toBe(PIC);
  state('GUIMODE_LIVECAMERA', PIC);
  expect([screen.mode, screen.selectedPicId, screen.shownBy]).toEqual(['GUIMODE_LIVECAMERA', null, null]);
});
