import * as contracts from '@earth/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context';
import { publicRoute, route } from '../../http/route';
import { askerOf } from '../session';
import { createCaretaker } from './caretaker';
import { watchClosedPages } from './closed-pages';
import { createConductor } from './conductor';
import * as contents from './contents';
import { keepDrawing, listDrawings } from './drawings';
import { startGuestCall } from './guests/calls';
import { enter, readLink } from './guests/entry';
import { linksOf, makeLink, revokeLink } from './guests/links';
import { inviteMore } from './invite';
import { giveKeys, listKeys } from './keys';
import { writeNotes } from './notes';
import { createOnce } from './once';
import * as calls from './service';

export function registerCalls(app: FastifyInstance, context: Context): void {
  const conductor = createConductor(context);
  const desk = { context, conductor };
  const once = createOnce();
  const caretaker = createCaretaker(context, conductor);
  app.addHook('onReady', () => caretaker.start());
  const closedPages = watchClosedPages({
    clock: context.clock,
    onEnd: (callId, device) =>
      conductor.background.run('A device whose page was closed could not leave its call', () =>
        calls.leaveIfGone(desk, callId, device),
      ),
  });
  app.addHook('onClose', async () => {
    closedPages.stop();
    await caretaker.stop();
  });

  route(app, context, contracts.createCall, ({ input, who }) =>
    who.guest ? startGuestCall(desk, who, who.guest, input) : calls.startCall(desk, who, input),
  );
  route(app, context, contracts.listCalls, ({ input, who }) =>
    once(who.sessionId, () => calls.history(context, who, input)),
  );
  route(app, context, contracts.getCall, ({ input, who }) => calls.oneCall(context, who, input.id));
  route(app, context, contracts.writeCallNotes, ({ input, who }) => writeNotes(context, who, input));
  route(app, context, contracts.listOnlineCalls, ({ who }) => calls.onlineCalls(context, who));
  route(app, context, contracts.deleteLockedCalls, async ({ who }) => {
    await calls.leaveLockedCalls(desk, who);
    return null;
  });
  route(app, context, contracts.joinCall, ({ input, who }) => calls.joinCall(desk, who, input.id));
  route(app, context, contracts.leaveCall, async ({ input, who }) => {
    await calls.leaveCall(desk, who, input);
    return null;
  });
  route(app, context, contracts.closePage, async ({ input, who }) => {
    await calls.closePage(desk, who, input.id, closedPages);
    return null;
  });
  route(app, context, contracts.listParticipants, ({ input, who }) => calls.participants(context, who, input.id));
  route(app, context, contracts.declineCall, async ({ input, who }) => {
    await calls.declineCall(desk, who, input.id);
    return null;
  });
  route(app, context, contracts.addTargets, ({ input, who }) => inviteMore(desk, who, input));

  route(app, context, contracts.listCallKeys, ({ input, who }) => listKeys(context, who, input.id));
  route(app, context, contracts.addCallKeys, async ({ input, who }) => {
    await giveKeys(desk, who, input);
    return null;
  });
  route(app, context, contracts.listCallMessages, ({ input, who }) => contents.listMessages(context, who, input.id));
  route(app, context, contracts.sendCallMessage, ({ input, who }) => contents.sendMessage(desk, who, input));
  route(app, context, contracts.listCallPics, ({ input, who }) => contents.listPics(context, who, input.id));
  route(app, context, contracts.addCallPic, ({ input, who }) => contents.addPic(desk, who, input));
  route(app, context, contracts.deleteCallPic, async ({ input, who }) => {
    await contents.deletePic(desk, who, input.id, input.picId);
    return null;
  });
  route(app, context, contracts.listPicDrawings, ({ input, who }) => listDrawings(context, who, input));
  route(app, context, contracts.saveDrawing, async ({ input, who }) => {
    await keepDrawing(context, who, input);
    return null;
  });

  registerGuests(app, context);
}

function registerGuests(app: FastifyInstance, context: Context): void {
  route(app, context, contracts.makeGuestLink, ({ input, who, request }) =>
    makeLink(context, who, { ...input, origin: `${request.protocol}://${request.host}` }),
  );
  route(app, context, contracts.listGuestLinks, ({ who }) => linksOf(context, who));
  route(app, context, contracts.revokeGuestLink, async ({ input, who }) => {
    await revokeLink(context, who, input.id);
    return null;
  });
  publicRoute(app, context, contracts.readGuestLink, ({ input, request }) =>
    readLink(context, input.code, askerOf(request)),
  );
  publicRoute(app, context, contracts.enterAsGuest, ({ input, request }) =>
    enter(context, input, askerOf(request, input.deviceId)),
  );
}
