import * as contracts from '@earth/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context';
import { route } from '../../../http/route';
import { pictureOf, removePicture, setPicture, sharePicture } from './service';
import { findShared, listReadable } from './store';

export function registerProfilePictures(app: FastifyInstance, context: Context): void {
  const { db } = context;
  route(app, context, contracts.getSharedPicture, ({ principal }) => findShared(db, principal.contactId));
  route(app, context, contracts.setProfilePicture, async ({ principal, input }) => {
    await setPicture(context, principal, input);
    return null;
  });
  route(app, context, contracts.removeProfilePicture, async ({ principal }) => {
    await removePicture(context, principal);
    return null;
  });
  route(app, context, contracts.shareProfilePicture, async ({ principal, input }) => {
    await sharePicture(context, principal, input);
    return null;
  });
  route(app, context, contracts.listProfilePictures, ({ principal }) => listReadable(db, principal.contactId));
  route(app, context, contracts.getProfilePicture, ({ principal, input }) => pictureOf(context, principal, input.id));
}
