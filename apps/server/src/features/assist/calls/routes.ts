import * as contracts from '@earth/contracts';
import type { FastifyInstance } from 'fastify';
import { readLiveKit } from '../../../adapters/video/create-video';
import { acceptLiveKitEvents } from '../../../adapters/video/livekit-events';
import type { Context } from '../../../context';
import { publicRoute, route } from '../../../http/route';
import { signingKeyOf } from '../../../http/signatures';
import { askerOf } from '../../identity/sessions';
import { createSending, listMessages, listReaders, readMessages } from '../messages';
import { createCallReaper } from './reaper';
import { type ClosedPages, watchClosedPages } from './closed-pages';
import { createCallCoordinator } from './coordinator';
import { storeDrawing, listDrawings } from './drawings';
import { startGuestCall } from './guests/calls';
import { enter, readLink } from './guests/entry';
import { linksOf, makeLink, revokeLink } from './guests/links';
import { rateAsGuest } from './guests/rating';
import { inviteMore } from './invite';
import { giveKeys, listKeys } from './keys';
import { callMessages } from './message-policy';
import { writeLabels } from './labels';
import { writeNotes } from './notes';
import * as pics from './pics';
import { rate, readRatings } from './ratings';
import { createCallReaders } from './readers';
import * as recordings from './recordings';
import { createHistoryLock } from './history-lock';
import * as calls from './service';
import { progressView } from './views';

export function registerCalls(app: FastifyInstance, context: Context): void {
  const coordinator = createCallCoordinator(context);
  const deps = { context, coordinator, readers: createCallReaders(context) };
  const once = createHistoryLock();
  const reaper = createCallReaper(context, coordinator);
  app.addHook('onReady', () => reaper.start());
  const closedPages = watchClosedPages({
    clock: context.clock,
    onEnd: (callId, device) =>
      coordinator.background.run('A device whose page was closed could not leave its call', () =>
        calls.leaveIfGone(deps, callId, device),
      ),
  });
  app.addHook('onClose', async () => {
    closedPages.stop();
    await reaper.stop();
  });

  registerLiveKit(app, context, closedPages);

  route(app, context, contracts.createCall, ({ input, principal }) =>
    principal.guest ? startGuestCall(deps, principal, principal.guest, input) : calls.startCall(deps, principal, input),
  );
  route(app, context, contracts.listCalls, ({ input, principal }) =>
    once(principal.sessionId, () => calls.history(context, principal, input)),
  );
  route(app, context, contracts.getCall, ({ input, principal }) => calls.callDetails(context, principal, input.id));
  route(app, context, contracts.writeCallNotes, ({ input, principal }) => writeNotes(context, principal, input));
  route(app, context, contracts.writeCallLabels, ({ input, principal }) => writeLabels(context, principal, input));
  route(app, context, contracts.listCallRatings, ({ input, principal }) => readRatings(context, principal, input.id));
  route(app, context, contracts.rateCall, async ({ input, principal }) => {
    await rate(context, principal, input);
    return null;
  });
  route(app, context, contracts.listOnlineCalls, ({ principal }) => calls.onlineCalls(context, principal));
  route(app, context, contracts.deleteLockedCalls, async ({ principal }) => {
    await calls.leaveLockedCalls(deps, principal);
    return null;
  });
  route(app, context, contracts.joinCall, ({ input, principal }) => calls.joinCall(deps, principal, input.id));
  route(app, context, contracts.leaveCall, async ({ input, principal }) => {
    await calls.leaveCall(deps, principal, input);
    return null;
  });
  route(app, context, contracts.closePage, async ({ input, principal }) => {
    await calls.closePage(deps, principal, input.id, closedPages);
    return null;
  });
  route(app, context, contracts.listParticipants, ({ input, principal }) =>
    calls.participants(context, principal, input.id),
  );
  route(app, context, contracts.declineCall, async ({ input, principal }) => {
    await calls.declineCall(deps, principal, input.id);
    return null;
  });
  route(app, context, contracts.addTargets, ({ input, principal }) => inviteMore(deps, principal, input));

  route(app, context, contracts.listCallKeys, ({ input, principal }) => listKeys(context, principal, input.id));
  route(app, context, contracts.addCallKeys, async ({ input, principal }) => {
    await giveKeys(deps, principal, input);
    return null;
  });
  route(app, context, contracts.listCallPics, ({ input, principal }) => pics.listPics(context, principal, input.id));
  route(app, context, contracts.addCallPic, ({ input, principal }) => pics.addPic(deps, principal, input));
  route(app, context, contracts.getCallFile, ({ input, principal }) =>
    pics.readCallFile(context, principal, input.callId, input.imageFileName),
  );
  route(app, context, contracts.deleteCallPic, async ({ input, principal }) => {
    await pics.deletePic(deps, principal, input.id, input.picId);
    return null;
  });
  registerDrawings(app, context);
  registerRecordings(app, context);
  registerMessages(app, context);
  registerGuests(app, context);
}

function registerDrawings(app: FastifyInstance, context: Context): void {
  route(app, context, contracts.listPicDrawings, ({ input, principal }) => listDrawings(context, principal, input));
  route(app, context, contracts.saveDrawing, async ({ input, principal }) => {
    await storeDrawing(context, principal, input);
    return null;
  });
}

/** LiveKit tells who has left its rooms. */
function registerLiveKit(app: FastifyInstance, context: Context, closedPages: ClosedPages): void {
  const livekit = readLiveKit(context.settings);
  if (!livekit) return;
  acceptLiveKitEvents(app, {
    key: livekit.key,
    clock: context.clock,
    onLeft: (callId, contactId) => calls.recordLeft(context, callId, contactId, closedPages),
  });
}

function registerRecordings(app: FastifyInstance, context: Context): void {
  route(app, context, contracts.listCallRecordings, ({ input, principal }) =>
    recordings.listRecordings(context, principal, input.id),
  );
  route(app, context, contracts.addRecordingPiece, async ({ input, principal }) => {
    await recordings.addPiece(context, principal, input);
    return null;
  });
  route(app, context, contracts.getRecordingPiece, ({ input, principal }) =>
    recordings.readPiece(context, principal, input),
  );
  route(app, context, contracts.deleteCallRecording, async ({ input, principal }) => {
    await recordings.deleteRecording(context, principal, input.id, input.recordingId);
    return null;
  });
}

function registerMessages(app: FastifyInstance, context: Context): void {
  const sendMessage = createSending(context, callMessages);
  route(app, context, contracts.listCallMessages, ({ input, principal }) =>
    listMessages(context, callMessages, principal, input),
  );
  route(app, context, contracts.sendCallMessage, ({ input, principal }) => sendMessage(principal, input));
  route(app, context, contracts.readCallMessages, async ({ input, principal }) => {
    await readMessages(context, callMessages, principal, input);
    return null;
  });
  route(app, context, contracts.listCallMessageProgress, async ({ input, principal }) =>
    (await listReaders(context, callMessages, principal, input.id)).map(progressView),
  );
}

function registerGuests(app: FastifyInstance, context: Context): void {
  route(app, context, contracts.makeGuestLink, ({ input, principal, request }) =>
    makeLink(context, principal, { ...input, origin: `${request.protocol}://${request.host}` }),
  );
  route(app, context, contracts.listGuestLinks, ({ principal }) => linksOf(context, principal));
  route(app, context, contracts.revokeGuestLink, async ({ input, principal }) => {
    await revokeLink(context, principal, input.id);
    return null;
  });
  publicRoute(app, context, contracts.readGuestLink, ({ input, request }) =>
    readLink(context, input.code, askerOf(request)),
  );
  publicRoute(app, context, contracts.enterAsGuest, ({ input, request }) =>
    enter(context, { ...input, signingKey: signingKeyOf(request) }, askerOf(request, input.deviceId)),
  );
  publicRoute(app, context, contracts.rateAsGuest, async ({ input, request }) => {
    await rateAsGuest(context, input, askerOf(request));
    return null;
  });
}
