import * as contracts from '@earth/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context';
import { route } from '../../http/route';
import { addressBookOf } from './service';

export function registerAddressBook(app: FastifyInstance, context: Context): void {
  route(app, context, contracts.listAddressBook, ({ who }) => addressBookOf(context, who.contactId));
}
