/** `?checkEmail`, `?ping`, …: flags in the query tell calls of one path apart. A flag is there or not; a value is ignored. */
import type { FastifyServerOptions } from 'fastify';
import { contractCalls } from './contract-calls';

type RouterOptions = NonNullable<FastifyServerOptions['routerOptions']>;
type Constraint = NonNullable<RouterOptions['constraints']>[string];
type RouteHandler = NonNullable<ReturnType<ReturnType<Constraint['storage']>['get']>>;

const known = new Set(contractCalls.flatMap((call) => call.flag ?? []));
const NO_FLAG = '';

/** A constraint of the router: the first flag in the query that some call knows. */
export const flagConstraint: Constraint = {
  name: 'flag',
  storage() {
    const routes = new Map<string, RouteHandler>();
    return {
      get: (flag) => routes.get(flag) ?? null,
      set: (flag, handler) => {
        routes.set(flag, handler);
      },
      del: (flag) => {
        routes.delete(flag);
      },
      empty: () => routes.clear(),
    };
  },
  deriveConstraint(request) {
    const query = request.url?.split('?', 2)[1] ?? '';
    return [...new URLSearchParams(query).keys()].find((key) => known.has(key)) ?? NO_FLAG;
  },
};
