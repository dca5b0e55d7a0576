import * as contracts from '@earth/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context';
import { route } from '../../http/route';
import { addEntry, addressBookOf, removeEntry } from './service';

export function registerAddressBook(app: FastifyInstance, context: Context): void {
  route(app, context, contracts.listAddressBook, ({ who }) => addressBookOf(context, who.contactId));
  route(app, context, contracts.addToAddressBook, ({ who, input }) => addEntry(context, who, input.contactUniqueId));
  route(app, context, contracts.removeFromAddressBook, async ({ who, input }) => {
    await removeEntry(context, who, input.id);
    return null;
  });
}
