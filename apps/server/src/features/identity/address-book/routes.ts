import * as contracts from '@earth/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context';
import { route } from '../../../http/route';
import { addEntry, addressBookOf, removeEntry } from './service';

export function registerAddressBook(app: FastifyInstance, context: Context): void {
  route(app, context, contracts.listAddressBook, ({ principal }) => addressBookOf(context, principal.contactId));
  route(app, context, contracts.addToAddressBook, ({ principal, input }) =>
    addEntry(context, principal, input.contactUniqueId),
  );
  route(app, context, contracts.removeFromAddressBook, async ({ principal, input }) => {
    await removeEntry(context, principal, input.id);
    return null;
  });
}
